import Foundation

/// Bytes the `gzip` command made.
enum Gzip {
    /// "hello, hello, hello".
    static let hello = Data(base64Encoded: "H4sIAAAAAAAC/8tIzcnJ11HIQKIAn6HKCRMAAAA=") ?? Data()

    /// 64 MiB of zeros, compressed twice.
    static let bomb =
        Data(
            base64Encoded: "H4sIAAAAAAAC/+3cr05CcRTA8QteN4abQjAR5BGMFOafQCZAZj6A0SybI1l8CbObm5uVxhuozc6f4JyJceXex/idzy"
                + "edfOLZ2ffssZGV6sVqXqvth+nT7mXTaGYAAABA4qZfDwflMSDrFh+D4RgAAABI3c3JcV4dBbaTzpV1AAAAQPJm/V6r"
                + "+hD4ub/NrQMAAACSd/r3fVndAhbFW3tkHwAAAJC8T8EAAAAACEUwAAAAAGIRDAAAAIBYBAMAAAAgGMEAAAAAiEUwAA"
                + "AAAGIRDAAAAIBYBAMAAAAgGMEAAAAAiEUwAAAAAGJ57ve65WNA67e4u7g+zAAAAIjk/Wh9vnzdD/k/dTcIweL+AAA=")
        ?? Data()
}
