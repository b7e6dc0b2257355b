/// An error as Core Location and Map Kit hand it to a delegate: a domain and a number in it.
public struct NSError: Error, Hashable, Sendable, CustomStringConvertible {
  public let domain: String
  public let code: Int
  /// Further words by key, such as ``NSLocalizedDescriptionKey``.
  public let userInfo: [String: String]
  /// What the domain says of the code; nil for a code that the domain does not know.
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

  /// Makes the error of a known code, with its own sentence if you give one.
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

  /// A sentence for a person: the one in `userInfo`, else the standard one of the code.
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
  /// What the code means, for a person.
  var sentence: String { get }
}

extension ErrorCode {
  /// Returns the error of this code, with its own sentence if you give one.
  public func error(_ sentence: String? = nil) -> NSError { NSError(self, sentence) }

  /// Returns the error of a number, also of one that the domain does not know.
  package static func error(code: Int) -> NSError {
    Self(rawValue: code)?.error() ?? NSError(domain: domain, code: code)
  }
}

/// The key of `userInfo` under which an error brings its own sentence.
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
