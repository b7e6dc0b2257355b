import GeoCore
import GeoRegions
import Synchronization

/// A device's number in a ``DeviceDirectory``: dense from 0, in order of first appearance.
public struct DeviceID: Hashable, Sendable {
  public let index: UInt32

  @inlinable
  public init(index: UInt32) { self.index = index }
}

/// The names of all devices of a run, each with a dense number, shared by sources and workers.
///
/// Names are compared as a whole: `jane-phone` and `jane-phone2` are two devices. A name of more than 255 bytes is kept as
/// its beginning with a hash of the whole.
public final class DeviceDirectory: Sendable {
  private struct Names {
    var byName: [String: DeviceID] = [:]
    var all: [String] = []
    /// The numbers that stand for groups, and the group of each name.
    var groups: Set<DeviceID> = []
    var groupsByName: [String: DeviceID] = [:]

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

  /// The number of devices and groups seen so far.
  public var count: Int { names.withLock { $0.all.count } }

  /// The number of devices seen so far.
  package var deviceCount: Int { names.withLock { $0.all.count - $0.groups.count } }

  /// Returns the number of the device called `given`; assigns one at the first call.
  public func id(of given: String) -> DeviceID {
    let name = DeviceDirectory.kept(given)
    return names.withLock { names in
      if let known = names.byName[name] { return known }
      let id = DeviceID(index: UInt32(names.all.count))
      guard id.index < limit else { return names.stranger(limit) }
      names.byName[name] = id
      names.all.append(name)
      return id
    }
  }

  /// Returns the number of the group called `name`, which no device has; assigns one at the first call.
  public func groupID(of name: String) -> DeviceID {
    names.withLock { names in
      if let known = names.groupsByName[name] { return known }
      let id = DeviceID(index: UInt32(names.all.count))
      names.groupsByName[name] = id
      names.groups.insert(id)
      names.all.append(name)
      return id
    }
  }

  /// Whether a number stands for a group.
  public func isGroup(_ id: DeviceID) -> Bool { names.withLock { $0.groups.contains(id) } }

  /// Returns the number of the device called `given`; nil if it never occurred.
  public func knownID(of given: String) -> DeviceID? {
    let name = DeviceDirectory.kept(given)
    return names.withLock { $0.byName[name] }
  }

  private static let longestName = 255

  private static func kept(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    var hash = FNV1a()
    hash.combine(name)
    var start = name.startIndex
    var room = longestName - 20
    while start < name.endIndex, name[start].utf8.count <= room {
      room -= name[start].utf8.count
      name.formIndex(after: &start)
    }
    return "\(name[..<start])… \(hash.value.hexadecimal)"
  }

  /// Returns the name of a device that this directory has numbered.
  public func name(of id: DeviceID) -> String {
    names.withLock { $0.all[Int(id.index)] }
  }
}
