import Geo
import GeoFeeds
import GeoLua
import LuaBridge
import Synchronization

/// How tiles come to the devices of a worker.
extension Worker {
  /// Seconds on the wall that a script's own request for a tile may take.
  static let tilePatience = 10.0

  /// What loads the tiles that the script of a device asks for.
  func tiles(of instance: ScriptInstance) -> DeviceTiles {
    let access = DeviceTiles.Access(
      // By way of the copy: a weak reference to the script would make each call of a delegate dearer.
      resolve: { [unowned instance] (path: String) throws(GeoError) in
        guard let script = instance.script else { throw GeoError(.noInput, "the script has ended", at: path) }
        return try script.readablePath(path)
      }, allowsNet: plan.options.allowsNet)
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

  /// Lets the device's clock stand still while tiles are on their way.
  func awaitTiles(_ instance: ScriptInstance) {
    watched.isWaiting.store(true, ordering: .relaxed)
    defer { watched.isWaiting.store(false, ordering: .relaxed) }
    let end = monotonicSeconds() + Worker.tilePatience
    while instance.tiles.isBusy, let script = instance.script {
      script.environment.enter {
        if !instance.tiles.wait(until: end) { instance.tiles.cancel() }
        instance.device.deliver()
      }
      // What asks for more each time that something has come is not waited for.
      if monotonicSeconds() >= end { return instance.tiles.close() }
    }
  }
}
