import Synchronization

/// The keys that fire, with their devices: for acknowledgements that come from outside, to any source or worker.
///
/// Shared by all threads of a run.
public final class FiringAlerts: Sendable {
  /// By key, then by device: the id of the alert that began it.
  private let keys = Mutex<[String: [String: String]]>([:])

  public init() {}

  /// Notes that `key` fires on a device, or no longer does.
  public func note(_ key: String, of device: String, alert: String?) {
    keys.withLock { keys in
      keys[key, default: [:]][device] = alert
      if keys[key]?.isEmpty == true { keys[key] = nil }
    }
  }

  /// The devices on which `key` fires, by name.
  ///
  /// - Parameters:
  ///   - device: the only device meant; nil for all.
  ///   - alert: the id of the alert that must have begun it; nil for any.
  public func devices(firing key: String, on device: String? = nil, alert: String? = nil) -> [String] {
    keys.withLock { keys in
      (keys[key] ?? [:])
        .filter { (device == nil || $0.key == device) && (alert == nil || $0.value == alert) }
        .map(\.key).sorted()
    }
  }

  /// Whether nothing fires.
  public var isEmpty: Bool { keys.withLock { $0.isEmpty } }
}
