import AdobePass
import EntitlementStore

extension Engine {
    /// A6, carried out.
    func getSelectedProvider() async {
        var configuration: MergedConfiguration?
        if case .inForce(let found) = configurationInForce { configuration = found }
        let token = await judgeAuthentication().token
        tell(
            .selectedProvider(
                SelectedProvider.decide(token: token, selection: selection, configuration: configuration)))
    }
}
