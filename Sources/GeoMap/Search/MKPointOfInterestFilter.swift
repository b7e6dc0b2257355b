/// Which points of interest a map shows or a search finds, by their categories. An immutable value.
///
/// - Source: Apple's reference of `MKPointOfInterestFilter`; MV-42.
public final class MKPointOfInterestFilter: Sendable, Equatable {
  private enum Rule: Equatable {
    case including(Set<MKPointOfInterestCategory>)
    case excluding(Set<MKPointOfInterestCategory>)
  }

  private let rule: Rule

  private init(_ rule: Rule) { self.rule = rule }

  /// Includes these categories and no other.
  public convenience init(including categories: [MKPointOfInterestCategory]) {
    self.init(.including(Set(categories)))
  }

  /// Includes every category but these.
  public convenience init(excluding categories: [MKPointOfInterestCategory]) {
    self.init(.excluding(Set(categories)))
  }

  public static let includingAll = MKPointOfInterestFilter(excluding: [])
  public static let excludingAll = MKPointOfInterestFilter(including: [])

  public func includes(_ category: MKPointOfInterestCategory) -> Bool {
    switch rule {
    case .including(let categories): categories.contains(category)
    case .excluding(let categories): !categories.contains(category)
    }
  }

  public func excludes(_ category: MKPointOfInterestCategory) -> Bool { !includes(category) }

  /// Whether a search may give a point of interest whose category nobody knows: only if nothing is asked for by name.
  var includesUnknown: Bool {
    if case .excluding = rule { true } else { false }
  }

  public static func == (a: MKPointOfInterestFilter, b: MKPointOfInterestFilter) -> Bool { a.rule == b.rule }
}
