import AdobePass

extension ConfiguredMVPD {
    /// Its login page wants a Safari view controller.
    ///
    /// The documents name the callback, not the field: `useSVC` is a choice.
    var needsSVC: Bool { otherFields["useSVC"]?.lowercased() == "true" }
}
