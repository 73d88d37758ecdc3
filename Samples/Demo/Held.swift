import AccessEnabler
import SampleSupport
import Synchronization

/// What a delegate, which must be `Sendable`, holds for a while: the object, and the question the person was asked last.
final class Held: Sendable {
    typealias Answer = @Sendable (String) -> Void

    private let object = Mutex<AccessEnablerCore?>(nil)
    private let question = Mutex<Answer?>(nil)

    var core: AccessEnablerCore? {
        get { object.withLock { $0 } }
        set { object.withLock { $0 = newValue } }
    }

    /// The next line the person types goes to `answer`.
    func ask(_ text: String, _ answer: @escaping Answer) {
        say(text)
        question.withLock { $0 = answer }
    }

    /// The question that waits, taken.
    func takeQuestion() -> Answer? {
        question.withLock { question in
            defer { question = nil }
            return question
        }
    }
}
