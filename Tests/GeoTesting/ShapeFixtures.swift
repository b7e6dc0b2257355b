package import GeoCore
import GeoRegions

/// Shorthand for the tests of shapes: pairs of latitude and longitude.
package enum ShapeFixtures {
  package static func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  package static func ring(_ pairs: (Double, Double)...) -> [CLLocationCoordinate2D] {
    pairs.map { place($0.0, $0.1) }
  }

  /// A ring from south-west to north-east.
  package static func square(_ south: Double, _ west: Double, _ north: Double, _ east: Double)
    -> [CLLocationCoordinate2D]
  {
    ring((south, west), (south, east), (north, east), (north, west))
  }

  /// The flaw of parts that make no polygon; nil if they do.
  package static func flaw(_ parts: [[[CLLocationCoordinate2D]]]) -> String? {
    do throws(ShapeFlaw) {
      _ = try PolygonShape(parts: parts)
      return nil
    } catch {
      return error.description
    }
  }

  /// A ring around a place that does not cross itself, of corners at random distances up to `size` degrees.
  package static func star(
    _ latitude: Double, _ longitude: Double, size: Double, corners: Int, _ random: inout SplitMix64
  ) -> [CLLocationCoordinate2D] {
    let squeeze = max(0.02, cosine(latitude))
    return (0..<corners).map { i in
      let (sine, cosine) = direction((Double(i) + .random(in: 0..<0.7, using: &random)) / Double(corners))
      let away = size * Double.random(in: 0.4...1, using: &random)
      let x = longitude + away * cosine / squeeze
      return place(max(-90, min(90, latitude + away * sine)), x > 180 ? x - 360 : x < -180 ? x + 360 : x)
    }
  }

  private static func cosine(_ latitude: Double) -> Double { direction(latitude / 360).cosine }

  /// Sine and cosine of a share of a turn, by Bhaskara's formula: precise enough for test shapes.
  private static func direction(_ turns: Double) -> (sine: Double, cosine: Double) {
    func sine(_ turns: Double) -> Double {
      let t = (turns - turns.rounded(.down)) * 360
      let half = t < 180 ? t : t - 180
      let value = 4 * half * (180 - half) / (40_500 - half * (180 - half))
      return t < 180 ? value : -value
    }
    return (sine(turns), sine(turns + 0.25))
  }
}
