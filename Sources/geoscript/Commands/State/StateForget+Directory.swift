import Geo
import GeoStore

/// `geoscript state forget` on a state directory.
extension StateForget {
  /// Makes a state anew whose tables cannot be read; false for any other.
  func rebuildIfDamaged() throws -> Bool {
    do { _ = try StateStore(reading: directory.state) } catch  where error.code == .data {
      try StateStore.rebuild(directory.state, holder: "geoscript state forget")
      return true
    }
    return false
  }

  /// Removes what the words name.
  func forgetNamed(in store: StateStore) throws {
    if let group {
      guard try store.forget(group: group) else {
        throw try StateCommand.unknown(group: group, [store], at: store.directory)
      }
      return
    }
    guard let device else { return try store.forgetAll() }
    let isMember = try region == nil && store.forget(member: device)
    guard try store.knows(device) else {
      if isMember { return }
      throw try StateCommand.unknown(device, [store], at: store.directory)
    }
    guard try store.forget(device, region: region) else {
      throw StateForget.unknown(region ?? "", of: device)
    }
  }
}
