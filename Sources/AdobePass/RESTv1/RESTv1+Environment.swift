extension RESTv1 {
    /// What an instance is made of.
    public typealias Environment = ServiceEnvironment
}
