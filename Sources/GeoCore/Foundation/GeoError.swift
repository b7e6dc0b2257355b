/// An error at the boundary of the program: a file, a socket, a database or a script.
///
/// `description` is the whole message for a person: what was wrong, where, and what would be correct.
public struct GeoError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; the command turns it into its exit code.
  public enum Code: String, Sendable {
    /// A usage error on the command line (exit 64).
    case usage
    /// Bad data or a bad script (exit 65).
    case data
    /// An input that is missing or cannot be read at all (exit 66).
    case noInput
    /// A device or a service that is missing (exit 69).
    case unavailable
    /// An internal error (exit 70).
    case `internal`
    /// An output that cannot be created (exit 73).
    case cannotCreate
    /// An output that cannot be written (exit 74).
    case inputOutput
    /// An action that the user did not permit (exit 77).
    case notPermitted
  }

  public var code: Code
  public var message: String
  /// Position in the input, as `file:line`, if known.
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
