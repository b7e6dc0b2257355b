import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// The user among the annotations, MV-15 and MV-17.
@Suite struct MKMapViewUserAnnotationTests {
  private final class Supplier: MKMapViewDelegate {
    var asked: [any MKAnnotation] = []
    var added: [MKAnnotationView] = []
    var view: MKAnnotationView?

    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
      asked.append(annotation)
      return view
    }
    func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) { added += views }
  }

  private let it = MapPhone()
  private let supplier = Supplier()

  @Test func theUserIsAnAnnotationWhileShown() {
    it.script { it.map.showsUserLocation = true }
    #expect(it.map.annotations.map { $0 === it.map.userLocation } == [true])
    it.script { it.map.removeAnnotation(it.map.userLocation) }
    it.script { it.map.removeAnnotations(it.map.annotations) }
    #expect(it.map.annotations.count == 1)
    it.script { it.map.showsUserLocation = false }
    #expect(it.map.annotations.isEmpty)
  }

  @Test func theViewIsAskedForWithTheFirstFix() {
    it.map.delegate = supplier
    it.script { it.map.showsUserLocation = true }
    #expect(supplier.asked.isEmpty)
    it.phone.fix(1)
    #expect(supplier.asked.map { $0 === it.map.userLocation } == [true])
    // nil is for the standard one.
    #expect(supplier.added.map { type(of: $0) == MKUserLocationView.self } == [true])
    it.phone.fix(2, east: 1000)
    #expect(supplier.asked.count == 1)
  }

  @Test func theDelegatesOwnViewServes() {
    it.map.delegate = supplier
    let own = MKAnnotationView(annotation: it.map.userLocation, reuseIdentifier: nil)
    supplier.view = own
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    #expect(it.map.view(for: it.map.userLocation) === own)
    it.script { it.map.showsUserLocation = false }
    #expect(it.map.view(for: it.map.userLocation) == nil)
  }

  @Test func theViewFollowsTheUser() {
    it.map.delegate = supplier
    it.script {
      it.map.setRegion(
        MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(0, 0), 2000, 3800), animated: false)
      it.map.showsUserLocation = true
    }
    it.phone.fix(1)
    let view = it.map.view(for: it.map.userLocation)
    let x = view?.center.x ?? 0
    it.phone.fix(2, east: 500)
    let points = 500 / Phone.degree / 360 * MKMapSizeWorld.width * it.map.viewport.zoomScale
    #expect(abs((it.map.view(for: it.map.userLocation)?.center.x ?? 0) - x - points) < 1e-6)
  }
}
