/// Elements in a row, taken from the front without moving the rest.
///
/// What was taken is let go at once, and its place soon after: a line that never empties does not grow for that.
struct WaitingLine<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    /// The places it needs, those of elements taken lately included.
    var places: Int { elements.count }

    mutating func append(contentsOf more: [Element]) { elements += more.map(Optional.some) }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        // Half of it at least, so that each element is moved once on the average.
        if head >= 16, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
