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
  func tiles(of copy: DeviceCopy) -> DeviceTiles {
    let access = DeviceTiles.Access(
      // By way of the copy: a weak reference to the script would make each call of a delegate dearer.
      resolve: { [unowned copy] (path: String) throws(GeoError) in
        guard let script = copy.script else { throw GeoError(.noInput, "the script has ended", at: path) }
        return try script.readablePath(path)
      }, allowsNet: plan.options.allowsNet)
    return DeviceTiles(copy.tiles, shelf: shelf, access: access) { [output] in output.warn($0) }
  }

  /// Waits for what a snapshot needs, as long as a picture would.
  func awaitTilesOfSnapshot(_ copy: DeviceCopy) {
    guard copy.tiles.isBusy else { return }
    let patience = plan.options.pictures?.patience ?? Worker.tilePatience
    if !copy.tiles.wait(until: monotonicSeconds() + patience) { copy.tiles.cancel() }
  }

  /// Lets the device's clock stand still while tiles are on their way.
  func awaitTiles(_ copy: DeviceCopy) {
    watched.isWaiting.store(true, ordering: .relaxed)
    defer { watched.isWaiting.store(false, ordering: .relaxed) }
    let end = monotonicSeconds() + Worker.tilePatience
    while copy.tiles.isBusy, let script = copy.script {
      script.copy.enter {
        if !copy.tiles.wait(until: end) { copy.tiles.cancel() }
        copy.device.deliver()
      }
      // What asks for more each time that something has come is not waited for.
      if monotonicSeconds() >= end { return copy.tiles.close() }
    }
  }
}
