import RecordingCanvas
import Testing

@testable import GeoMap

/// Where callouts lie and how large they are.
struct CalloutPictureTests {
  private let it = AnnotatedMap()
  private var map: MKMapView { it.map }

  private func callout(_ title: String, _ longitude: Double = 0, subtitle: String? = nil) throws -> Callout {
    let pin = it.pin(title, longitude)
    pin.subtitle = subtitle
    map.selectAnnotation(pin, animated: false)
    it.settle()
    return try #require(map.callout)
  }

  @Test func itPointsToTheMiddleOfItsViewsUpperEdge() throws {
    let callout = try callout("Denver")
    let view = callout.annotationView
    #expect(callout.frame.midX == view.frame.midX && callout.frame.maxY == view.frame.minY)
    #expect(callout.tipX == callout.bounds.width / 2)
  }

  @Test(arguments: [-0.49, 0.49])
  func atTheSideOfTheMapItStepsAsideAndStillPointsToItsView(part: Double) throws {
    let callout = try callout("Cheyenne Mountain", map.region.span.longitudeDelta * part)
    let tip = callout.frame.minX + callout.tipX
    #expect(abs(tip - callout.annotationView.frame.midX) < 1e-9)
    #expect(callout.tipX >= 22 - 1e-9 && callout.tipX <= callout.bounds.width - 22 + 1e-9)
    #expect(callout.tipX != callout.bounds.width / 2)
  }

  @Test(arguments: [
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処",
    "المملكة العربية السعودية مكة المكرمة المدينة المنورة الرياض جدة الدمام",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
  ])
  func longTitlesAreCutAt300Points(title: String) throws {
    let callout = try callout(title, subtitle: title)
    #expect(callout.bounds.width == 300)
    callout.annotationView.rightCalloutAccessoryView = UIButton(type: .detailDisclosure)
    #expect(try #require(map.callout).bounds.width == 300)
  }

  @Test func titleAndSubtitleAreAsWideAsTheWiderOne() throws {
    let callout = try callout("Denver", subtitle: "The Mile High City, Colorado")
    #expect(callout.titleLabel.bounds.width == callout.subtitleLabel.bounds.width)
    #expect(callout.titleLabel.textAlignment == .natural)
  }

  @Test func itIsNoWiderThanItsMap() throws {
    map.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    it.look(at: 0)
    let callout = try callout("A title that is longer than the map is wide")
    #expect(callout.frame.minX == 6 && callout.frame.maxX == 194)
  }

  @Test func overDarkGroundItIsDark() throws {
    let callout = try callout("Denver", subtitle: "Colorado")
    let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))
    var scene = map.scene
    map.drawViews(scene, [], in: CGContext(canvas))
    #expect(callout.titleLabel.textColor == .black)
    scene.isDark = true
    map.drawViews(scene, [], in: CGContext(canvas))
    #expect(callout.titleLabel.textColor == .white)
  }
}
