import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// What happens in a lane, one act after the other, mostly without waiting for the one before.
extension SoakLane {
    /// One act at random.
    func act(_ random: inout SeededRandom) async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50:
            guard let object = living.randomElement(using: &random) else {
                return try await launchAny(&random)
            }
            let verb = SoakWords.verb(&random)
            diary.add(act: "object \(object.place): \(verb.text)")
            call(verb, of: object)
        case 50..<62: await person(&random)
        case 62..<72: if let service { change(service, &random) }
        case 72..<82: changePlatform(&random)
        case 82..<87: passTime(&random)
        case 87..<91: try await changeObjects(&random)
        case 91..<93 where service != nil: try changeStore(&random)
        case 93 where service != nil:
            diary.add(act: "the service starts anew")
            diary.count("service restarts")
            try await restartService()
        case 94..<97: try await keepTime(&random)
        default: try await settle()
        }
        if random.happens(40) { await Task.yield() }
    }

    /// A person answers what is on the screen.
    private func person(_ random: inout SeededRandom) async {
        guard let object = living.randomElement(using: &random) else { return }
        let callbacks = callbacks(of: object)
        let screens: Set<CallbackKind> = [
            .displayProviderDialog, .navigateToUrl, .presentTVProviderDialog, .dismissTVProviderDialog,
        ]
        guard let last = callbacks.last(where: { screens.contains($0.kind) || $0.isCode }) else { return }
        diary.add(act: "object \(object.place): a person answers \(last.kind.rawValue)")
        switch last {
        case .displayProviderDialog: call(.setSelectedProvider(SoakWords.mvpd(&random)), of: object)
        case .presentTVProviderDialog(let dialog): dialog.answer(SoakWords.choice(&random))
        case .navigateToUrl(let page, _):
            let act: PersonAct = random.happens(80) ? .signsIn : random.pick(.mistypesPassword, .opensPage)
            _ = await browser.perform(act, page: page, code: nil, at: serviceURL)
            if random.happens(90) { call(.handleExternalURL(browser.redirect ?? Programme.redirect), of: object) }
        case .status(let status) where status.errorID == "REGCODE":
            if random.happens(70) {
                _ = await browser.perform(.activates, page: nil, code: status.message, at: serviceURL)
            }
            clock.advance(by: .seconds(5))
        default: break
        }
    }

    private func change(_ service: PassSimulator, _ random: inout SeededRandom) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            // A person's browser waits in real time: its pages do not hold back.
            let endpoints = Endpoint.allCases.filter { !Self.pages.contains($0) && $0 != .other }
            guard let endpoint = endpoints.randomElement(using: &random) else { return }
            let fault = Fault(SoakWords.effect(&random), times: random.happens(70) ? random.pick(1, 2, 4) : nil)
            diary.add(act: "\(endpoint.rawValue): \(fault)")
            diary.count("faults: \(String(describing: fault.effect).prefix { $0 != "(" })")
            service.setFault(fault, at: endpoint)
        case 4: service.clearFaults()
        case 5: service.releaseHeld()
        case 6: service.forgetClients()
        case 7: service.expireAccessTokens()
        case 8: service.dashboard { $0 = Programme.dashboard }
        default: changeDashboard(of: service, &random)
        }
    }

    private static let pages: Set<Endpoint> = [
        .authenticate, .loginPage, .loginForm, .logoutPage, .activationPage, .activationForm, .activationOutcome,
        .v2Authenticate,
    ]

    private func changeDashboard(of service: PassSimulator, _ random: inout SeededRandom) {
        let change = Int.random(in: 0..<12, using: &random)
        let id = SoakWords.mvpds.randomElement(using: &random) ?? Programme.north
        diary.add(act: "dashboard change \(change) of \(id)")
        service.dashboard { dashboard in
            switch change {
            case 0: dashboard.enhancedErrors.toggle()
            case 1: dashboard.forcesXML.toggle()
            case 2: dashboard.sendsValidators.toggle()
            case 3: dashboard.clockSkew += .seconds(600)
            case 4: dashboard.authenticationLife = .seconds(60)
            case 5: dashboard.isStatementRevoked.toggle()
            case 6:
                var pass = Dashboard.MVPD(id: Programme.trial, displayName: "Trial")
                pass.isTempPass = true
                for requestor in dashboard.requestors.keys { dashboard[requestor, pass.id] = pass }
            default:
                for requestor in dashboard.requestors.keys {
                    guard var mvpd = dashboard[requestor, id] else { continue }
                    switch change {
                    case 7: mvpd.isDegraded.toggle()
                    case 8: mvpd.isIntegrated.toggle()
                    case 9: mvpd.enablePlatformServices = ["iOS": false, "tvOS": false]
                    case 10: mvpd.boardingStatus = mvpd.boardingStatus == nil ? "PICKER" : nil
                    default: mvpd.signsInWithoutPage.toggle()
                    }
                    dashboard[requestor, id] = mvpd
                }
            }
        }
    }

    private func changePlatform(_ random: inout SeededRandom) {
        let change = Int.random(in: 0..<12, using: &random)
        diary.add(act: "platform change \(change)")
        let now = clock.now
        let pace = random.pick(ScriptedPlatformAccount.Pace.immediate, .immediate, .held, .never, .after(.seconds(2)))
        let error = random.happens(50) ? SoakWords.platformError(&random) : nil
        let provider = random.pick(
            Programme.northOnPlatform, Programme.northOnPlatform, Programme.westOnPlatform, Programme.southOnPlatform,
            Programme.foreignOnPlatform)
        let permission = random.pick(AccessPermission.granted, .granted, .denied, .notDetermined)
        let choice = random.happens(50) ? SoakWords.choice(&random) : nil
        platform.scripted.change { script in
            switch change {
            case 0, 1: script.account = .init(providerIdentifier: provider, expirationDate: now + .seconds(86_400))
            case 2: script.account = nil
            case 3: script.account = .init(providerIdentifier: provider, expirationDate: now - .seconds(1))
            case 4:
                script.permission = permission
                script.promptAnswer = choice == nil ? nil : .granted
            case 5: script.permissionError = error
            case 6: script.accountError = error
            case 7: script.samlError = error
            case 8: script.permissionPace = pace
            case 9: script.accountPace = pace
            case 10: script.samlPace = pace
            default: script.pickerChoice = choice
            }
        }
        if change >= 8 { platform.scripted.release() }
    }

    private func passTime(_ random: inout SeededRandom) {
        let step = random.pick(
            Duration.milliseconds(100), .seconds(5), .seconds(31), .seconds(61), .seconds(1900), .seconds(7 * 3600))
        diary.add(act: "\(step) pass")
        clock.advance(by: step)
        if random.happens(10) {
            let jump = random.pick(Duration.seconds(-86_400), .seconds(-400), .seconds(400), .seconds(86_400))
            diary.add(act: "the clock is set by \(jump)")
            clock.setWall(clock.now + jump)
        }
    }

    private func changeObjects(_ random: inout SeededRandom) async throws {
        if living.count > 1, random.happens(50), let object = living.randomElement(using: &random) {
            diary.add(act: "object \(object.place): release")
            release(object)
        } else if living.count < 4 {
            try await launchAny(&random)
        }
    }

    /// Another object, of either platform, by either API.
    func launchAny(_ random: inout SeededRandom) async throws {
        let check = random.happens(80) ? .none : random.pick(StorageIntegrityCheck.all, .clear)
        let behaviour = random.pick(PlatformBehaviour.iOS, .tvOS)
        let speaksV2 = implementation.capabilities.contains(.speaksV2) && random.happens(50)
        let version = speaksV2 ? ServiceVersion.v2 : .v1
        diary.add(act: "another object, \(behaviour), \(version), check \(check)")
        try await launch(behaviour, version, check)
    }
}

extension Callback {
    /// A login ended well.
    var isSuccess: Bool { if case .setAuthenticationStatus(1, _) = self { true } else { false } }

    /// A registration code is on the screen.
    var isCode: Bool {
        if case .status(let status) = self { status.errorID == "REGCODE" } else { false }
    }
}
