import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// What a user's hand does to a map of 800 × 600 points.
///
/// - Source: LG-12 … LG-16, MV-4, MV-8, MV-20, LG-5 … LG-10, AV-24.
@Suite struct TouchTests {
  /// Records the phases of its touches, their positions, and the receiving views.
  final class Toucher: UIView {
    var lines: [String] = []
    struct Refusal: Error {}
    var throwsAlways = false

    private func note(_ word: String, _ touches: [UITouch]) throws {
      let place = touches[0].location(in: self)
      lines.append("\(word) \(Int(place.x)) \(Int(place.y))")
      if throwsAlways { throw Refusal() }
    }
    override func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
      try note("began", touches)
    }
    override func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws {
      try note("moved", touches)
    }
    override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
      try note("ended", touches)
    }
    override func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
      try note("cancelled", touches)
    }
  }

  let it = MapPhone()

  init() {
    it.script {
      it.map.setRegion(
        MKCoordinateRegion(
          center: CLLocationCoordinate2DMake(52, 13),
          span: MKCoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)),
        animated: false)
    }
    _ = it.told()
  }

  func perform(_ type: String, _ fields: String, at time: TimeInterval = 1) {
    it.device.handle(
      DeviceEvent(
        time: time, timestamp: time, device: it.device.id,
        payload: .touch(Touch(type: type, json: "{\"type\":\"\(type)\",\(fields)}"))))
  }

  func touch(_ phase: String, _ x: Double, _ y: Double, at time: TimeInterval = 1) {
    perform("touch", "\"phase\":\"\(phase)\",\"x\":\(x),\"y\":\(y)", at: time)
  }

  func add(_ frame: CGRect = CGRect(x: 100, y: 100, width: 50, height: 50)) throws -> Toucher {
    let view = Toucher(frame: frame)
    try it.map.addSubview(view)
    return view
  }

  var skips: [SkippedGesture.Kind] { it.device.counts.skippedGestures.map(\.kind) }

  @Test func theViewThatATouchBeganOnGetsAllOfIt() throws {
    let view = try add()
    touch("began", 110, 120)
    touch("moved", 500, 500)
    touch("ended", 510, 90)
    #expect(view.lines == ["began 10 20", "moved 400 400", "ended 410 -10"])
    #expect(it.told() == [] && skips == [])
  }

  @Test func aSecondFingerCancelsTheFirst() throws {
    let view = try add()
    touch("began", 110, 110)
    touch("began", 120, 120)
    touch("cancelled", 120, 120)
    #expect(view.lines == ["began 10 10", "cancelled 10 10", "began 20 20", "cancelled 20 20"])
  }

  @Test func effectsOfATouchAreReportedBeforeItContinues() throws {
    final class Mover: UIView {
      var lines: [String] = []
      unowned let map: MKMapView
      init(_ map: MKMapView) {
        self.map = map
        super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      }
      override func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
        map.setCenterCoordinate(CLLocationCoordinate2DMake(1, 1), animated: false)
      }
      override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
        lines = (map.delegate as? MapLog)?.lines ?? []
      }
    }
    let view = Mover(it.map)
    try it.map.addSubview(view)
    perform("tap", #""x":5,"y":5"#)
    #expect(view.lines == ["will change", "did change"])
  }

  @Test func throwingOverrideIsReportedAndTheTouchContinues() throws {
    let view = try add()
    view.throwsAlways = true
    var errors = 0
    it.device.hooks.onError = { _ in errors += 1 }
    perform("tap", #""x":110,"y":110"#)
    #expect(errors == 2 && view.lines == ["began 10 10", "ended 10 10"])
  }
  /// LG-15: a touch begun on no view that moves over 10 points pans.
  @Test func aFingerOnTheBareMapPansOnceItHasMovedTenPoints() {
    let center = it.map.centerCoordinate
    touch("began", 300, 300)
    touch("moved", 310, 300)
    touch("moved", 300, 310)
    #expect(it.map.centerCoordinate == center && it.told() == [])
    let under = it.map.convert(CGPoint(x: 300, y: 300), toCoordinateFrom: it.map)
    touch("moved", 311, 300)
    touch("moved", 350, 260)
    touch("ended", 360, 250)
    let now = it.map.convert(under, toPointTo: it.map)
    #expect(abs(now.x - 360) < 1e-6 && abs(now.y - 250) < 1e-6)
    #expect(it.told() == Array(repeating: ["will change", "did change"], count: 3).flatMap { $0 })
  }

  @Test func whatIsSwitchedOffDoesNothing() {
    it.map.scrollEnabled = false
    it.map.zoomEnabled = false
    it.map.rotateEnabled = false
    perform("pan", #""dx":100,"dy":100"#)
    perform("zoom", #""levels":1"#)
    perform("rotate", #""degrees":45"#)
    perform("doubleTap", #""x":100,"y":100"#)
    touch("began", 300, 300)
    touch("moved", 400, 300)
    touch("ended", 400, 300)
    #expect(it.told() == [] && skips == [])
  }

  @Test(arguments: [(0.0, 1.0), (30, 2), (250, -1), (90, 5)])
  func whatLiesUnderTheFingersStaysWhileTheyZoom(heading: Double, levels: Double) {
    it.script { it.map.setHeading(heading, animated: false) }
    let level = it.level
    let point = CGPoint(x: 620, y: 75)
    let place = it.map.convert(point, toCoordinateFrom: it.map)
    perform("zoom", "\"levels\":\(levels),\"x\":620,\"y\":75")
    let now = it.map.convert(place, toPointTo: it.map)
    #expect(abs(now.x - point.x) < 1e-6 && abs(now.y - point.y) < 1e-6)
    #expect(it.level == level + levels)
  }

  @Test func theMapTurnsWithTheFingers() {
    perform("rotate", #""degrees":30"#)
    #expect(it.map.camera.heading == 330)
    perform("rotate", #""degrees":-400"#)
    #expect(abs(it.map.camera.heading - 10) < 1e-9)
  }

  @Test(arguments: [(75.0, MKUserTrackingMode.follow), (76, .none)])
  func aPanOfOverAnEighthOfTheShorterSideEndsAFollowMode(way: Double, mode: MKUserTrackingMode) {
    it.script { it.map.userTrackingMode = .follow }
    perform("pan", "\"dx\":0,\"dy\":\(way)", at: 2)
    #expect(it.map.userTrackingMode == mode)
    it.script { it.map.userTrackingMode = .follow }
    touch("began", 300, 300, at: 3)
    touch("moved", 300, 300 - way / 2, at: 3)
    touch("ended", 300, 300 - way, at: 3)
    #expect(it.map.userTrackingMode == mode)
    // A map that does not move keeps following.
    it.script {
      it.map.scrollEnabled = false
      it.map.userTrackingMode = .follow
    }
    perform("pan", #""dx":300"#, at: 4)
    #expect(it.map.userTrackingMode == .follow)
  }

  /// LG-12: `longPress` has 0.5 s between.
  @Test func aLongPressLastsHalfASecondOfTheDevicesClock() throws {
    let view = try add()
    perform("longPress", #""x":110,"y":110"#)
    #expect(it.device.endOfInput == 1.5)
    it.device.advance(to: 1.4)
    #expect(view.lines == ["began 10 10"])
    it.device.advance(to: 1.5)
    #expect(view.lines == ["began 10 10", "ended 10 10"])
    perform("longPress", #""x":110,"y":110"#, at: 2)
    touch("began", 120, 120, at: 2.2)
    it.device.advance(to: 5)
    #expect(view.lines.suffix(3) == ["began 10 10", "cancelled 10 10", "began 20 20"])
    #expect(it.device.endOfInput == 5)
  }

  @Test func aMapOutOfSightOrClosedFeelsNothing() throws {
    let view = try add()
    it.map.hidden = true
    perform("tap", #""x":110,"y":110"#)
    it.map.hidden = false
    it.map.userInteractionEnabled = false
    perform("tap", #""x":110,"y":110"#)
    perform("pan", #""dx":100"#)
    #expect(view.lines == [] && it.told() == [] && skips == [])
  }

  @Test func aMapThatLeavesTheScreenTakesTheTouchWithIt() throws {
    let view = try add()
    touch("began", 110, 110)
    it.map.removeFromSuperview()
    touch("ended", 110, 110)
    #expect(view.lines == ["began 10 10"] && skips == [.noMap])
  }

  /// LG-13: `annotation` is the first title match; no match is a counted skip.
  @Test func gesturesWithoutATargetAreCountedByKind() {
    let annotation = MKPointAnnotation(coordinate: CLLocationCoordinate2DMake(-52, 13), title: "Far")
    it.script { it.map.addAnnotation(annotation) }
    perform("tap", #""x":1"#)
    perform("tap", #""x":1,"y":1,"map":2"#)
    perform("tap", #""x":800,"y":1"#)
    perform("tap", #""x":-0.1,"y":1"#)
    touch("moved", 1, 1)
    perform("tap", #""annotation":"Far""#)
    perform("drag", #""annotation":"None","to":{"latitude":1,"longitude":1}"#)
    perform("tapControl", #""annotation":"Far","control":"left""#)
    it.device.handle(
      DeviceEvent(time: 2, timestamp: 2, device: it.device.id, payload: .app(.background)))
    perform("tap", #""x":1,"y":1"#, at: 2)
    #expect(
      it.device.counts.skippedGestures.map { "\($0.kind) \($0.count) \($0.first)" } == [
        "unreadable 1 tap has no y", "noMap 1 tap on map 2 of 1", "besideMap 2 800.0, 1.0", "noTouch 1 moved",
        #"noAnnotation 3 "Far""#, "notInFront 1 tap",
      ])
    #expect(it.told() == [])
  }

  @Test func aDeviceWithoutAMapCountsTheTouch() {
    let device = Device(id: DeviceID(index: 1), name: "bare")
    device.handle(
      DeviceEvent(
        time: 1, timestamp: 1, device: device.id, payload: .touch(Touch(type: "tap", json: #"{"x":1,"y":1}"#))
      ))
    #expect(device.counts.skippedGestures.map(\.first) == ["tap on map 1 of 0"])
  }
}
