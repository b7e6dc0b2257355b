/// An error as Core Location and Map Kit pass it to a delegate: a domain and a code.
public struct NSError: Error, Hashable, Sendable, CustomStringConvertible {
  public let domain: String
  public let code: Int
  /// Additional texts by key, such as ``NSLocalizedDescriptionKey``.
  public let userInfo: [String: String]
  /// The domain's description of the code; nil for an unknown code.
  private let meaning: Meaning?

  private struct Meaning: Hashable, Sendable {
    let constantName: String
    let sentence: String
  }

  public init(domain: String, code: Int, userInfo: [String: String] = [:]) {
    self.domain = domain
    self.code = code
    self.userInfo = userInfo
    meaning = nil
  }

  /// Creates the error of a known code, optionally with a custom sentence.
  public init<Code: ErrorCode>(_ code: Code, _ sentence: String? = nil) {
    domain = Code.domain
    self.code = code.rawValue
    userInfo = sentence.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    meaning = Meaning(constantName: code.constantName, sentence: code.sentence)
  }

  private init(_ error: NSError, _ sentence: String) {
    domain = error.domain
    code = error.code
    userInfo = [NSLocalizedDescriptionKey: sentence]
    meaning = error.meaning
  }

  /// Returns the same error with another sentence.
  package func saying(_ sentence: String) -> NSError { NSError(self, sentence) }

  /// A sentence for a person: the one in `userInfo`, or else the standard one of the code.
  public var localizedDescription: String {
    userInfo[NSLocalizedDescriptionKey] ?? meaning?.sentence
      ?? "The operation could not be completed. (\(domain) error \(code).)"
  }

  /// `kCLErrorDomain 1 (kCLErrorDenied): …`, for logs.
  public var description: String {
    "\(domain) \(code)\(meaning.map { " (\($0.constantName))" } ?? ""): \(localizedDescription)"
  }
}

/// The codes of one error domain.
public protocol ErrorCode: ConstantGroup {
  static var domain: String { get }
  /// The meaning of the code, for a person.
  var sentence: String { get }
}

extension ErrorCode {
  /// Returns the error of this code, optionally with a custom sentence.
  public func error(_ sentence: String? = nil) -> NSError { NSError(self, sentence) }

  /// Returns the error of a number, even if the domain does not know it.
  package static func error(code: Int) -> NSError {
    Self(rawValue: code)?.error() ?? NSError(domain: domain, code: code)
  }
}

/// The key of `userInfo` that holds an error's own sentence.
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
