import Geo
import Glibc
import RecordingCanvas
import Testing

@testable import GeoRender

/// Names of the host's places at the levels of streets.
///
/// - Source: PI-15.
@Suite struct WorldMapSettlementsTests {
  private final class Source: SettlementSource {
    var all: [Settlement] = []
    var questions: [(meters: Double, least: Int)] = []

    func settlements(
      within meters: CLLocationDistance, of coordinate: CLLocationCoordinate2D, population least: Int
    ) -> [Settlement] {
      questions.append((meters, least))
      return all.filter { $0.population >= least }
    }

    func add(_ name: String, _ latitude: Double, _ longitude: Double, _ population: Int, _ words: String = "")
    {
      all.append(
        Settlement(
          name: name, coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
          population: population, attribution: words))
    }
  }

  private let source = Source()
  private let map: WorldMap

  init() throws {
    map = try WorldMap()
    map.settlementSource = source
  }

  /// Nice, where the program itself names the city.
  private func scene(level: Double, type: MKMapType = .standard) -> MapScene {
    let view = MKMapView(
      frame: CGRect(x: 0, y: 0, width: 500, height: 400),
      device: Device(id: DeviceID(index: 0), name: "phone"))
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(43.7031, 7.2661))
    let (width, height) = (500 * exp2(20 - level), 400 * exp2(20 - level))
    view.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height),
      animated: false)
    view.mapType = type
    return view.scene
  }

  private func names(_ scene: MapScene) throws -> [String] {
    let canvas = RecordingCanvas(size: CGSize(width: 500, height: 400))
    try map.drawLabels(scene, in: CGContext(canvas))
    return canvas.painted().filter { $0.hasPrefix("text") }.map { String($0.split(separator: "\"")[1]) }
  }

  @Test func villagesAndSuburbsAreNamedFromTheLevelsOfStreetsOn() throws {
    source.add("Cimiez", 43.7200, 7.2760, 11_940)
    source.add("Falicon", 43.7485, 7.2790, 1_707)
    #expect(try !names(scene(level: 9)).contains("Cimiez") && source.questions.isEmpty)
    let (far, near) = (try names(scene(level: 10.5)), try names(scene(level: 12)))
    #expect(far.contains("Cimiez") && !far.contains("Falicon"))
    #expect(near.contains("Cimiez") && near.contains("Falicon"))
    // Half the diagonal of 500 × 400 points at level 12: 320 points of 38.2 m · cos 43.7° (Web Mercator).
    let asked = try #require(source.questions.last)
    #expect(asked.least == 0 && abs(asked.meters - 320.2 * 38.22 * 0.7229 * 1.05) < 50)
  }

  @Test func whatTheProgramNamesItselfIsNotRepeated() throws {
    let own = try names(scene(level: 12))
    #expect(own.contains("Nice"))
    source.add("Nice", 43.7030, 7.2900, 342_669)
    source.add("Nizza", 43.70313, 7.26608, 342_669)
    let all = try names(scene(level: 12.25))
    #expect(all.count { $0 == "Nice" } == 1 && !all.contains("Nizza"))
  }

  @Test func itsSourcesAreCredited() {
    source.add("A", 43.71, 7.27, 1, "© GeoNames")
    source.add("B", 43.72, 7.27, 1, "© OpenStreetMap contributors")
    #expect(map.credit(scene(level: 12)) == "© GeoNames, © OpenStreetMap contributors")
    #expect(map.credit(scene(level: 8)) == "© GeoNames")
    #expect(map.credit(scene(level: 12, type: .satellite)) == nil)
  }
}
