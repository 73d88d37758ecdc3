/// Elements in a row, taken from the front without moving the rest.
struct WaitingLine<Element> {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(contentsOf more: [Element]) { elements += more }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        let first = elements[head]
        head += 1
        if isEmpty { self = WaitingLine() }
        return first
    }
}
