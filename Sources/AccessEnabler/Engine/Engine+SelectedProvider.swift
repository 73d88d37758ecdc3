extension Engine {
    /// A6, carried out.
    func getSelectedProvider() async {
        var configuration: MergedConfiguration?
        if case .inForce(let found) = configurationInForce { configuration = found }
        let provider = SelectedProvider.decide(
            token: await judgeAuthentication().token, selection: flow?.machine.selected ?? selection,
            configuration: configuration)
        tell(.selectedProvider(provider))
    }
}
