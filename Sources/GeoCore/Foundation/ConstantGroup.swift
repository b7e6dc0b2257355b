/// One of Apple's enumerations; scripts and event logs know its values by their C names.
public protocol ConstantGroup: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == Int {
  /// The prefix of the C name before the case's own word: `kCLAuthorizationStatus`.
  static var constantPrefix: String { get }
}

extension ConstantGroup {
  /// The C name, such as `kCLAuthorizationStatusDenied`.
  public var constantName: String {
    let word = String(describing: self)
    return Self.constantPrefix + word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The value with that C name; the prefix is optional: `kCLErrorDenied`, `Denied` or `denied`.
  public init?(constantName name: String) {
    let word = name.hasPrefix(Self.constantPrefix) ? String(name.dropFirst(Self.constantPrefix.count)) : name
    let match = Self.allCases.first {
      let known = String(describing: $0)
      return known == word || known.prefix(1).uppercased() + known.dropFirst() == word
    }
    guard let match else { return nil }
    self = match
  }
}
