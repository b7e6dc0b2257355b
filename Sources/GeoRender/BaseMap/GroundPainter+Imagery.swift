import CWorldMap
import Geo

/// Land in natural colors, for imagery maps without tiles.
extension GroundPainter {
  /// Makes water brighter toward the coast.
  func drawShelf(_ land: [Area]) {
    for (width, alpha) in [(15.0, 0.10), (9.0, 0.12), (4.5, 0.16)] {
      for area in land { stroke(area.edge, style.coast.withAlphaComponent(alpha), width: width) }
    }
  }

  func drawImagery(_ land: [Area]) throws {
    let image = map.landImage
    for area in land where !area.fill.isEmpty {
      try context.saving {
        context.clip(to: area.fill, .evenOdd)
        context.concatenate(scene.transform(from: MKMapPoint(x: area.copy, y: 0)))
        let side = MKMapSizeWorld.width
        try context.draw(image, in: CGRect(x: 0, y: 0, width: side, height: side))
      }
    }
  }
}

extension WorldMap {
  /// The colors of the land, as a picture of the whole map.
  var landImage: UIImage {
    if let imagery { return imagery }
    let land = worldMapLand()
    let bytes = [UInt8](UnsafeBufferPointer(start: land.bytes, count: land.count))
    let image = UIImage(.encoded(bytes), size: CGSize(width: 2048, height: 2048))
    imagery = image
    return image
  }
}
