import Glibc

/// Why a source cannot be reached or read, and the remedy.
struct ConnectionFault: Error {
  var message: String
  /// Whether trying again is useless.
  var isFinal = false

  init(_ message: String, isFinal: Bool = false) {
    self.message = message
    self.isFinal = isFinal
  }

  /// - Parameter number: an error of the system.
  init(_ what: String, _ number: Int32, isFinal: Bool = false) {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    self.init("\(what): \(text)", isFinal: isFinal)
  }
}
