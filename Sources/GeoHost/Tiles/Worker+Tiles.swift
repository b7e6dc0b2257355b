import Geo
import GeoDelivery
import GeoFeeds
import GeoLua
import LuaBridge
import Synchronization

/// The tiles of a worker's devices.
extension Worker {
  /// Wall seconds that a script's own request for a tile may take.
  static let tilePatience = 10.0

  /// The loader of tiles for the script of a device.
  func tiles(of instance: ScriptInstance) -> DeviceTiles {
    let access = DeviceTiles.Access(
      // Through the instance, because a weak reference to the script would slow down each delegate call.
      resolve: { [unowned instance] (path: String) throws(GeoError) in
        guard let script = instance.script else { throw GeoError(.noInput, "the script has ended", at: path) }
        return try script.readablePath(path)
      }, allowsNet: plan.options.allowsNet, privacy: plan.privacy)
    let tiles = DeviceTiles(instance.tiles, cache: cache, access: access) { [output] in
      output.warn($0, as: .unavailable)
    }
    tiles.onRefusal = { [unowned self] in counts.codes.insert(.notPermitted) }
    return tiles
  }

  /// Waits for what a snapshot needs, as long as a picture would.
  func awaitTilesOfSnapshot(_ instance: ScriptInstance) {
    guard instance.tiles.isBusy else { return }
    let patience = plan.options.pictures?.patience ?? Worker.tilePatience
    if !instance.tiles.wait(until: monotonicSeconds() + patience) { instance.tiles.cancel() }
  }

  /// Stops the device's clock while tiles are on their way.
  func awaitTiles(_ instance: ScriptInstance) {
    watched.isWaiting.store(true, ordering: .relaxed)
    defer { watched.isWaiting.store(false, ordering: .relaxed) }
    let end = monotonicSeconds() + Worker.tilePatience
    while instance.tiles.isBusy, let script = instance.script {
      script.environment.enter {
        if !instance.tiles.wait(until: end) { instance.tiles.cancel() }
        instance.device.deliver()
      }
      // The wait ends even if each answer leads to further requests.
      if monotonicSeconds() >= end { return instance.tiles.close() }
    }
  }
}
