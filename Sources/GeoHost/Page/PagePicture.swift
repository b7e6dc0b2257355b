import Geo
import GeoFormats
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

extension Worker {
  /// Draws the maps of the first devices for the page, at the end of the run.
  func drawPages() {
    guard let pages else { return }
    for case let instance? in instances {
      pages.addMaps(of: instance, isEnd: true)
      if instance.device.id.index < PagePicture.mostDevices { drawPage(of: instance, pages, waits: true) }
    }
    pages.handOver(instances)
  }

  /// Draws the maps of devices that readers of the page want to see.
  func drawPages(of names: Set<String>) {
    guard let pages else { return }
    for case let instance? in instances where names.contains(instance.device.name) {
      // They may have come after the message about it was forgotten.
      pages.record(of: instance.device.id)?.maps.forget()
      pages.addMaps(of: instance, isEnd: true)
      drawPage(of: instance, pages, waits: false)
    }
    pages.handOver(instances)
  }

  /// Draws the maps of a device. What the script says while it draws is not heard: without the page it would not
  /// have been asked.
  private func drawPage(of instance: ScriptInstance, _ pages: PageRecorder, waits: Bool) {
    guard plan.privacy == nil, !instance.isStopped, !instance.device.maps.isEmpty,
      let record = pages.record(of: instance.device.id)
    else { return }
    let report = instance.device.hooks.onError
    (isSilent, instance.device.hooks.onError) = (true, { _ in })
    defer { (isSilent, instance.device.hooks.onError) = (false, report) }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    enter(instance) {
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
