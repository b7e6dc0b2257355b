import Synchronization

/// A device's number in a ``DeviceDirectory``: dense from 0, in order of first appearance.
public struct DeviceID: Hashable, Sendable {
  public let index: UInt32

  @inlinable
  public init(index: UInt32) { self.index = index }
}

/// The names of all devices of a run, each with a dense number, shared by sources and workers.
///
/// Names are compared as a whole: `jane-phone` and `jane-phone2` are two devices.
public final class DeviceDirectory: Sendable {
  private struct Names {
    var byName: [String: DeviceID] = [:]
    var all: [String] = []

    mutating func stranger(_ limit: Int) -> DeviceID {
      if all.count == limit { all.append(DeviceDirectory.stranger) }
      return DeviceID(index: UInt32(limit))
    }
  }

  private let names = Mutex(Names())
  private let limit: Int

  /// More than the available numbers.
  public static let noLimit = Int(UInt32.max)
  /// The shared name of all devices beyond the limit.
  private static let stranger = "(one device too many)"

  /// - Parameter limit: the maximum number of named devices; the rest share one number, see
  ///   ``isStranger(_:)``.
  public init(limit: Int = DeviceDirectory.noLimit) { self.limit = limit }

  /// Whether a number stands for all the devices beyond the limit.
  public func isStranger(_ id: DeviceID) -> Bool { Int(id.index) >= limit }

  /// The number of devices seen so far.
  public var count: Int { names.withLock { $0.all.count } }

  /// Returns the number of the device called `name`; assigns one at the first call.
  public func id(of name: String) -> DeviceID {
    names.withLock { names in
      if let known = names.byName[name] { return known }
      let id = DeviceID(index: UInt32(names.all.count))
      guard id.index < limit else { return names.stranger(limit) }
      names.byName[name] = id
      names.all.append(name)
      return id
    }
  }

  /// Returns the number of the device called `name`; nil if it never occurred.
  public func knownID(of name: String) -> DeviceID? { names.withLock { $0.byName[name] } }

  /// Returns the name of a device that this directory has numbered.
  public func name(of id: DeviceID) -> String {
    names.withLock { $0.all[Int(id.index)] }
  }
}
