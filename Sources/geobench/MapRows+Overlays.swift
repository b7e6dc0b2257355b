import Geo

extension MapRows {
  /// A map over ten thousand overlays that moves by its own width: it finds the overlays that come into sight
  /// and asks for their renderers.
  static func overlays(_ arguments: Arguments) {
    var times: [Double] = []
    for _ in 0..<arguments.runs {
      let device = Device(id: DeviceID(index: 0), name: "bench")
      let map = MKMapView(device: device)
      let delegate = Asked()
      map.delegate = delegate
      // A hundred rows of a hundred small squares, a tenth of a degree apart.
      let overlays = (0..<10_000).map { number in
        square(Double(number / 100) / 10, Double(number % 100) / 10)
      }
      map.addOverlays(overlays)
      for step in 0..<50 {
        let region = MKCoordinateRegion(
          center: CLLocationCoordinate2DMake(Double(step / 5) + 0.5, Double(step % 5) * 2 + 1),
          span: MKCoordinateSpan(latitudeDelta: 0.9, longitudeDelta: 1.9))
        let (_, seconds) = Measure.time {
          map.region = region
          _ = map.renderer(for: overlays[0])
        }
        times.append(seconds)
      }
      precondition(delegate.count > 9_000)
    }
    Measure.row("map-overlays", Measure.median(times) * 1e3, "ms", digits: 3)
  }

  private static func square(_ latitude: Double, _ longitude: Double) -> MKPolygon {
    MKPolygon(
      coordinates: [(0.0, 0.0), (0, 0.01), (0.01, 0.01), (0.01, 0)].map {
        CLLocationCoordinate2DMake(latitude + $0.0, longitude + $0.1)
      })
  }

  private final class Asked: MKMapViewDelegate {
    var count = 0

    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
      count += 1
      return MKOverlayRenderer(overlay: overlay)
    }
  }
}
