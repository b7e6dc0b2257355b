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
    let sentence =
      switch domain {
      case kCLErrorDomain: CLError(rawValue: code)?.sentence
      case MKErrorDomain: MKErrorCode(rawValue: code)?.sentence
      default: String?.none
      }
    return sentence ?? "The operation could not be completed. (\(domain) error \(code).)"
  }

  /// `kCLErrorDomain 1 (kCLErrorDenied): …`, for logs.
  public var description: String {
    let name =
      switch domain {
      case kCLErrorDomain: CLError(rawValue: code)?.constantName
      case MKErrorDomain: MKErrorCode(rawValue: code)?.constantName
      default: String?.none
      }
    return "\(domain) \(code)\(name.map { " (\($0))" } ?? ""): \(localizedDescription)"
  }
}

/// The key of `userInfo` under which an error brings its own sentence.
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
