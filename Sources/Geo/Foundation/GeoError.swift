/// What went wrong at a border: a file, a socket, a database or a script.
///
/// `description` is the whole message for a person: what was wrong, where, and what would be right.
public struct GeoError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; the command turns it into its exit code.
  public enum Code: String, Sendable {
    /// Wrong words on the command line (exit 64).
    case usage
    /// Bad data or a bad script (exit 65).
    case data
    /// An input that is not there or cannot be read at all (exit 66).
    case noInput
    /// A device or a service that is not there (exit 69).
    case unavailable
    /// A fault of ours (exit 70).
    case `internal`
    /// An output that cannot be made (exit 73).
    case cannotCreate
    /// An output that cannot be written (exit 74).
    case inputOutput
    /// Something the user did not allow (exit 77).
    case notPermitted
  }

  public var code: Code
  public var message: String
  /// Where in the input, as `file:line`, when there is such a place.
  public var place: String?
  public var cause: (any Error)?

  public init(_ code: Code, _ message: String, at place: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.place = place
    self.cause = cause
  }

  public var description: String {
    var text = place.map { "\($0): \(message)" } ?? message
    if let cause { text += " (\(cause))" }
    return text
  }
}
