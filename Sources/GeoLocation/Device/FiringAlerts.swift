import Synchronization

/// The keys that fire, with their copies: for acknowledgements that come from outside, to any source or worker.
///
/// Shared by all threads of a run.
public final class FiringAlerts: Sendable {
  /// Whose key it is: a copy of the script for a device, or for a group.
  public struct Copy: Sendable, Hashable, Comparable {
    public var name: String
    public var isGroup: Bool

    public init(_ name: String, isGroup: Bool) { (self.name, self.isGroup) = (name, isGroup) }

    public static func < (a: Copy, b: Copy) -> Bool {
      a.name == b.name ? !a.isGroup && b.isGroup : a.name < b.name
    }
  }

  /// By key, then by copy: the id of the alert that began it.
  private let keys = Mutex<[String: [Copy: String]]>([:])

  public init() {}

  /// Notes that `key` fires on a device or in a group, or no longer does.
  public func note(_ key: String, of name: String, isGroup: Bool = false, alert: String?) {
    keys.withLock { keys in
      keys[key, default: [:]][Copy(name, isGroup: isGroup)] = alert
      if keys[key]?.isEmpty == true { keys[key] = nil }
    }
  }

  /// The copies on which `key` fires, by name.
  ///
  /// - Parameters:
  ///   - device: the only device meant; nil for all.
  ///   - group: the only group meant; nil for all.
  ///   - alert: the id of the alert that must have begun it; nil for any.
  public func copies(
    firing key: String, on device: String? = nil, in group: String? = nil, alert: String? = nil
  ) -> [Copy] {
    keys.withLock { keys in
      (keys[key] ?? [:])
        .filter { copy, begun in
          guard alert == nil || begun == alert else { return false }
          return (device == nil && group == nil) || copy.name == (copy.isGroup ? group : device)
        }
        .map(\.key).sorted()
    }
  }

  /// The keys that fire on any copy, sorted.
  public var names: [String] { keys.withLock { $0.keys.sorted() } }

  /// Whether nothing fires.
  public var isEmpty: Bool { keys.withLock { $0.isEmpty } }
}
