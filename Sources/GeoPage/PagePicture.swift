import Geo
import GeoDelivery
import GeoFormats
import GeoHost
import GeoRender
import Synchronization

/// A map view of a script as the phone shows it, and what its own renderers draw, for the page.
struct PagePicture: Sendable {
  let time: TimeInterval
  let number: Int
  /// The whole screen as PNG.
  let screen: [UInt8]
  /// What shapes do not say: drawings of the script and tiles, over nothing; nil if there are none in sight.
  let drawing: [UInt8]?
  let corners: JSONValue

  /// About the bytes of it.
  var size: Int { (screen.count + (drawing?.count ?? 0)) * 4 / 3 }

  var json: JSONValue {
    func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64Text.encode(bytes)) }
    return .object([
      ("time", .number((time * 1000).rounded())), ("map", .integer(Int64(number))), ("corners", corners),
      ("screen", text(screen)), ("drawing", drawing.map(text) ?? .null),
    ])
  }

  /// Draws a map.
  ///
  /// - Errors: ``GeoError`` if it cannot be drawn.
  init(_ map: MKMapView, at time: TimeInterval) throws(GeoError) {
    let size = map.bounds.size
    func picture(_ draw: (CGContext) -> Void) throws(GeoError) -> [UInt8] {
      let picture = try Picture(.png, size: size)
      draw(CGContext(picture.canvas))
      return try picture.bytes()
    }
    (self.time, number) = (time, map.number)
    screen = try picture { map.draw(in: $0) }
    drawing = map.hasDrawings ? try picture { map.drawDrawings(in: $0) } : nil
    corners = PageMap.places(map.contents(most: 0).corners)
  }
}

extension PageRecorder {
  /// Draws the maps of the first devices, at the end of the run.
  func drawFirst(_ worker: Worker) {
    for case let instance? in worker.instances {
      addMaps(of: instance, isEnd: true)
      if instance.device.id.index < PagePicture.mostDevices { draw(instance, of: worker, waits: true) }
    }
    handOver(worker.instances)
  }

  /// Draws the maps of devices that readers of the page want to see.
  func draw(_ names: Set<String>, of worker: Worker) {
    for case let instance? in worker.instances where names.contains(instance.device.name) {
      // They may have come after the message about it was forgotten.
      record(of: instance.device.id)?.maps.forget()
      addMaps(of: instance, isEnd: true)
      draw(instance, of: worker, waits: false)
    }
    handOver(worker.instances)
  }

  private func draw(_ instance: ScriptInstance, of worker: Worker, waits: Bool) {
    guard worker.plan.privacy == nil, !instance.isStopped, !instance.device.maps.isEmpty,
      let record = record(of: instance.device.id)
    else { return }
    worker.enterUnheard(instance) {
      for map in instance.device.maps.prefix(PagePicture.mostMaps) {
        if !map.prepareToDraw(), waits, instance.awaitsTiles {
          _ = instance.tiles.wait(until: monotonicSeconds() + PagePicture.patience)
          _ = map.prepareToDraw()
        }
        if let picture = try? PagePicture(map, at: instance.device.clock.now) { record.add(picture) }
      }
    }
  }
}

extension PagePicture {
  /// The devices that are drawn at the end of a run, and the maps of each.
  fileprivate static let mostDevices: UInt32 = 8
  fileprivate static let mostMaps = 2
  /// Seconds of wall time that a picture waits for tiles.
  fileprivate static let patience = 5.0
}

extension PageRecord {
  /// Adds a picture, in place of the one before it.
  fileprivate func add(_ picture: PagePicture) {
    noteChange()
    track.pictures.removeAll { $0.number == picture.number }
    track.pictures.append(picture)
  }
}
