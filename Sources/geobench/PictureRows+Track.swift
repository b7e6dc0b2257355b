import Geo
import GeoRender
import Glibc

extension PictureRows {
  /// A million points as one line 3 points wide: a track across a continent, one that fills a city, and one
  /// that trembles around its place.
  static func tracks(_ arguments: Arguments) throws {
    for kind in Track.Kind.allCases {
      let track = Track(kind)
      var times: [Double] = []
      for _ in 0..<arguments.runs {
        let picture = try Picture(.png, size: CGSize(width: Track.side, height: Track.side))
        let (_, seconds) = Measure.time { track.map.draw(in: CGContext(picture.canvas)) }
        times.append(seconds)
        if let path = arguments["out"] { try picture.write(to: "\(path)-\(kind).png") }
      }
      Measure.row("picture-track-\(kind)", Measure.median(times) * 1e3, "ms", digits: 1)
    }
  }

  private final class Track: MKMapViewDelegate {
    enum Kind: CaseIterable {
      case journey, city, tremble
    }

    static let side = 1024.0
    let map: MKMapView
    private let device = Device(id: DeviceID(index: 0), name: "bench")

    init(_ kind: Kind) {
      map = MKMapView(frame: CGRect(x: 0, y: 0, width: Track.side, height: Track.side), device: device)
      map.delegate = self
      let line = MKPolyline(points: Track.points(kind))
      map.addOverlay(line)
      map.setVisibleMapRect(line.boundingMapRect, animated: false)
    }

    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
      guard let line = overlay as? MKPolyline else { return nil }
      let renderer = MKPolylineRenderer(polyline: line)
      renderer.strokeColor = UIColor(red: 0, green: 0.4, blue: 0.8, alpha: 0.7)
      renderer.lineWidth = 3
      return renderer
    }

    private static func points(_ kind: Kind) -> [MKMapPoint] {
      // Knuth's MMIX: the same numbers everywhere.
      var seed: UInt64 = 1
      func dice() -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 11) / 9_007_199_254_740_992 - 0.5
      }
      // In points of the picture; a map point is a quarter of one.
      let (step, wobble, noise) =
        kind == .journey ? (0.01, 0.02, 0.05) : kind == .city ? (0.35, 0.2, 0.08) : (0, 0, 0)
      var (x, y, heading) = (side / 2, side / 2, 0.0)
      return (0..<1_000_000).map { _ in
        if kind == .tremble {
          (x, y) = (x + dice(), y + dice())
        } else {
          heading += dice() * wobble
          let (dx, dy) = (step * cos(heading), step * sin(heading))
          let fits = x + dx >= 8 && x + dx <= side - 8 && y + dy >= 8 && y + dy <= side - 8
          if fits { (x, y) = (x + dx, y + dy) } else { heading += .pi / 2 }
        }
        return MKMapPoint(x: 1e8 + (x + dice() * noise) * 4, y: 1e8 + (y + dice() * noise) * 4)
      }
    }
  }
}
