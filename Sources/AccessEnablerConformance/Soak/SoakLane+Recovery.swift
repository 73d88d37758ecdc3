import AccessEnabler
import Base
import FoundationEssentials
import PassSimulator
import PlatformAccount

/// After the storm: what is under way ends, and every object does its work.
extension SoakLane {
    /// What an object was told since the epoch began.
    func callbacks(of object: SoakObject) -> [Callback] {
        diary.journal.entries.filter { $0.object == object.place }.map(\.callback)
    }

    /// Ends a login or logout that waits for a person.
    func finishFlows(of object: SoakObject) async throws {
        let before = callbacks(of: object).count
        call(.logout, of: object)
        try await settle(object)
        // The service forgets the sign-in, too, once the person's browser has been at the page.
        if let page = Array(callbacks(of: object).dropFirst(before)).lastPage {
            _ = await browser.perform(.opensPage, page: page, code: nil, at: serviceURL)
        }
        // The logout's own page: its limit passes.
        clock.advance(by: .seconds(31))
        call(.checkAuthentication, of: object)
        try await settle(object)
    }

    /// Proof that an object is well. A store damaged in the storm may be found out only now, and cost this sign-in: then
    /// the next one must do.
    func recoverInTheEnd(_ object: SoakObject) async throws {
        do {
            try await recover(object)
        } catch let astray as Astray {
            guard isStoreDamaged else { throw astray }
            diary.count("sign-ins lost to a store damaged before")
            try await finishFlows(of: object)
            try await recover(object)
        }
    }

    /// A whole round: configuration, login at the MVPD's page or by second screen, authorization, logout.
    func recover(_ object: SoakObject) async throws {
        diary.add(act: "object \(object.place): recovery")
        _ = try await answers(of: object, to: .setRequestor(Programme.requestor, serviceProviders: []), "setRequestor")
        {
            if case .setRequestorComplete(1) = $0 { true } else { false }
        }
        _ = try await answers(of: object, to: .getAuthentication(forced: false, filter: nil), "the picker") {
            $0.kind == .displayProviderDialog
        }
        let told = try await answers(of: object, to: .setSelectedProvider(Programme.east), "a page or a code") {
            $0.isSuccess || (object.platform == .iOS ? $0.kind == .navigateToUrl : $0.isCode)
        }
        // The service may know of a sign-in that the store has lost.
        if !told.contains(where: \.isSuccess) { try await signIn(object, told) }
        _ = try await answers(of: object, to: .getAuthorization("LIVE", data: [:]), "a media token") {
            $0.kind == .setToken
        }
        diary.count("whole sign-ins after the storm")
        try await finishFlows(of: object)
    }

    /// A person signs in at the page, or enters the code.
    private func signIn(_ object: SoakObject, _ told: [Callback]) async throws {
        let act: PersonAct = object.platform == .iOS ? .signsIn : .activates
        if let wrong = await browser.perform(act, page: told.lastPage, code: told.lastCode, at: serviceURL) {
            throw Astray(text: "object \(object.place) does not recover: \(wrong)")
        }
        let ending = Verb.handleExternalURL(browser.redirect ?? Programme.redirect)
        let verb = object.platform == .iOS ? ending : .getSelectedProvider
        _ = try await answers(of: object, to: verb, "signed in") { $0.isSuccess }
        diary.count("sign-ins by a person after the storm")
    }

    /// Calls a verb and waits for the callback it is to lead to; pauses between polls are let pass, when nothing is under way.
    private func answers(
        of object: SoakObject, to verb: Verb, _ what: String, _ isDue: @escaping @Sendable (Callback) -> Bool
    ) async throws -> [Callback] {
        let before = callbacks(of: object).count
        call(verb, of: object)
        let (journal, place) = (diary.journal, object.place)
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            let isTold = await Self.isReached(within: .milliseconds(50)) {
                await journal.wait { _ in
                    journal.entries.filter { $0.object == place }.dropFirst(before).contains { isDue($0.callback) }
                }
            }
            if isTold || journal.isReleased(place) { return Array(callbacks(of: object).dropFirst(before)) }
            if clock.sleeperCount(.poll) > 0, clock.sleeperCount(.deadline) == 0 { clock.advance(by: .seconds(15)) }
        }
        let told = callbacks(of: object).dropFirst(before).map(\.text)
        let waits = "polls \(clock.sleeperCount(.poll)), limits \(clock.sleeperCount(.deadline))"
        throw Astray(
            text: "object \(place) does not recover: \(verb.text) was to lead to \(what), but came \(told); "
                + "waited for: \(waits)")
    }
}

/// The store's folder, spoilt from outside.
extension SoakLane {
    private var aside: String { storeDirectory + ".aside" }

    /// Damages every file, or puts a plain file in the folder's place until `makeStoreReadable`.
    func changeStore(_ random: inout SeededRandom) throws {
        let files = FileManager.default
        guard files.fileExists(atPath: storeDirectory) else { return }
        if random.happens(50) {
            diary.add(act: "the store is damaged")
            guard !files.fileExists(atPath: aside) else { return }
            isStoreDamaged = true
            for name in try files.contentsOfDirectory(atPath: storeDirectory) where name.hasSuffix(".sqlite") {
                try Bench.damage.write(to: URL(filePath: storeDirectory).appending(path: name))
            }
        } else if files.fileExists(atPath: aside) {
            try makeStoreReadable()
        } else {
            diary.add(act: "the store is unreadable")
            try files.moveItem(atPath: storeDirectory, toPath: aside)
            try untilDone { try Data("not a folder".utf8).write(to: URL(filePath: storeDirectory)) }
        }
    }

    /// The folder is back, as it was.
    func makeStoreReadable() throws {
        guard FileManager.default.fileExists(atPath: aside) else { return }
        try untilDone { try FileManager.default.moveItem(atPath: aside, toPath: storeDirectory) }
    }

    /// Puts something in the folder's place, where an object may make itself a new one at any moment.
    private func untilDone(_ put: () throws -> Void) throws {
        for _ in 0..<100 {
            try? FileManager.default.removeItem(atPath: storeDirectory)
            if (try? put()) != nil { return }
        }
        throw Astray(text: "the store's folder cannot be changed")
    }
}
