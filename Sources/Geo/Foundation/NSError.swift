/// An error as Core Location and Map Kit hand it to a delegate: a domain and a number in it.
public struct NSError: Error, Hashable, Sendable, CustomStringConvertible {
  public let domain: String
  public let code: Int
  /// Further words by key, such as ``NSLocalizedDescriptionKey``.
  public let userInfo: [String: String]

  public init(domain: String, code: Int, userInfo: [String: String] = [:]) {
    self.domain = domain
    self.code = code
    self.userInfo = userInfo
  }

  /// A sentence for a person: the one in `userInfo`, else the standard one of the code.
  public var localizedDescription: String {
    if let text = userInfo[NSLocalizedDescriptionKey] { return text }
    if domain == kCLErrorDomain, let error = CLError(rawValue: code) { return error.sentence }
    return "The operation could not be completed. (\(domain) error \(code).)"
  }

  /// `kCLErrorDomain 1 (kCLErrorDenied): …`, for logs.
  public var description: String {
    let name = domain == kCLErrorDomain ? CLError(rawValue: code)?.constantName : nil
    return "\(domain) \(code)\(name.map { " (\($0))" } ?? ""): \(localizedDescription)"
  }
}

/// The key of `userInfo` under which an error brings its own sentence.
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
