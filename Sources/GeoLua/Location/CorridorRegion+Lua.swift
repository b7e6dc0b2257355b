import Geo
import LuaBridge

extension CorridorRegion {
  static func bind(_ c: LuaBinder<CorridorRegion>) {
    c.summary(
      "A region along a line, such as a road. Its ends are round.")
    c.initializer(["path", "width", "identifier"]) {
      (path: [CLLocationCoordinate2D], width: Number, identifier: String) in
      try RegionFlaw.named("CorridorRegion", identifier) { () throws(ShapeFlaw) in
        guard width.value > 0 else {
          throw ShapeFlaw("width must be greater than 0 m, got \(width.value)")
        }
        return CorridorRegion(
          try CorridorShape(path: path, halfWidth: width.value / 2), identifier: identifier)
      }
    }
    c.property("path", .none, "The center line.") { $0.corridor.path }
    c.property("width", .meters, "The full width, from side to side.") {
      $0.corridor.halfWidth * 2
    }
  }
}
