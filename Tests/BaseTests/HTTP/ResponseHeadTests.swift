import Testing

@testable import Base

struct ResponseHeadTests {
    private func head(_ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in lines {
            let isTaken = head.take(Array((line + "\r\n").utf8))
            #expect(isTaken)
        }
        return head
    }

    @Test func fieldsAreKeptInOrder() {
        let head = head(["HTTP/1.1 404 Not Found", "A: 1", "b:2", "C:\t x y \t", "D:", "A: e:f", "no field", ""])
        #expect(head.status == 404)
        #expect(head.isComplete)
        #expect(head.fields.map { "\($0.name)=\($0.value)" } == ["A=1", "b=2", "C=x y", "D=", "A=e:f"])
    }

    @Test func aReasonMayHoldAColonAndAFieldMayBeginLikeAStatus() {
        let head = head(["HTTP/1.1 403 Forbidden: no", "HTTP/x: 1", ""])
        #expect(head.status == 403)
        #expect(head.isComplete)
        #expect(head.fields.map(\.name) == ["HTTP/x"])
    }

    @Test func anInterimAnswerIsForgotten() {
        var head = head(["HTTP/1.1 100 Continue", "A: 1", ""])
        #expect(!head.isComplete)
        for line in ["HTTP/1.1 200", "B: 2", "", "Trailer: 3"] { _ = head.take(Array(line.utf8)) }
        #expect(head.status == 200)
        #expect(head.fields.map(\.name) == ["B"])
    }

    @Test func aFoldedFieldIsOne() {
        #expect(head(["HTTP/1.1 200 OK", "A: 1", "  2", "\t3", ""]).fields.map(\.value) == ["1 2 3"])
        #expect(head(["HTTP/1.1 200 OK", " lost", ""]).fields.isEmpty)
    }

    @Test func bytesThatAreNotUTF8AreReadAsLatin1() {
        var head = ResponseHead()
        _ = head.take(Array("HTTP/1.1 200 OK\r\n".utf8))
        _ = head.take(Array("A: caf".utf8) + [0xE9, 0x0D, 0x0A])
        _ = head.take(Array("B: caf\u{e9}\r\n".utf8))
        #expect(head.fields.map(\.value) == ["caf\u{e9}", "caf\u{e9}"])
    }

    @Test func aStatusLineThatMakesNoSenseIsStatusZero() {
        for line in ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 abc OK"] {
            let head = head([line, ""])
            #expect(head.status == 0)
            #expect(!head.isComplete)
        }
    }

    @Test func aHeadWithoutEndIsRefused() {
        var head = ResponseHead()
        let line = [UInt8](repeating: 0x41, count: 1024)
        var taken = 0
        while head.take(line) { taken += 1 }
        #expect(taken == ResponseHead.limit / 1024)
    }
}
