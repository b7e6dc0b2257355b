/// Counts of skipped records, by kind, with the first place of each.
public struct SkipCounts: Sendable {
  public struct Entry: Sendable {
    public var count: Int
    /// The first record of this kind, as a message with its place.
    public var first: String
  }

  /// In order of first appearance.
  public private(set) var kinds: [(kind: String, entry: Entry)] = []

  public init() {}

  public var total: Int { kinds.reduce(0) { $0 + $1.entry.count } }

  /// The number of records skipped for `kind`.
  public subscript(kind: String) -> Int { kinds.first { $0.kind == kind }?.entry.count ?? 0 }

  /// Counts one record; `message` is evaluated only for the first of its kind.
  public mutating func count(_ kind: String, _ message: @autoclosure () -> String) {
    count(kind, by: 1, message())
  }

  /// Counts several records of one kind.
  public mutating func count(_ kind: String, by number: Int, _ message: @autoclosure () -> String) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].entry.count += number
    } else {
      kinds.append((kind, Entry(count: number, first: message())))
    }
  }

  /// Adds the counts of `other`; a kind that both have keeps its first place.
  public mutating func add(_ other: SkipCounts) {
    for (kind, entry) in other.kinds {
      if let index = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[index].entry.count += entry.count
      } else {
        kinds.append((kind, entry))
      }
    }
  }
}
