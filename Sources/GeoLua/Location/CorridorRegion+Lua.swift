import Geo
import LuaBridge

extension CorridorRegion {
  static func bind(_ c: LuaBinder<CorridorRegion>) {
    c.summary(
      "All places near a line, such as a road, that a device can enter and leave; the ends are round.")
    c.initializer(["path", "width", "identifier"]) {
      (path: [CLLocationCoordinate2D], width: Number, identifier: String) in
      try RegionFlaw.named("CorridorRegion", identifier) { () throws(ShapeFlaw) in
        guard width.value > 0 else {
          throw ShapeFlaw("a corridor's width must be above 0 m, got \(width.value)")
        }
        return CorridorRegion(
          try CorridorShape(path: path, halfWidth: width.value / 2), identifier: identifier)
      }
    }
    c.property("path", .none, "The line in its middle.") { $0.corridor.path }
    c.property("width", .meters, "How wide it is, from one side of the line to the other.") {
      $0.corridor.halfWidth * 2
    }
  }
}
