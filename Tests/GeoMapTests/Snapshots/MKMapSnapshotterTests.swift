import GeoCore
import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// When a snapshot is made, and its callbacks.
@Suite struct MKMapSnapshotterTests {
  private let phone = Phone()
  private let maker = SnapshotCanvasFactory()
  private var device: Device { phone.device }

  init() { phone.device.screen.canvasFactory = maker }

  /// What the handlers of a test were given.
  private final class Answers {
    var snapshots: [MKMapSnapshot] = []
    var errors: [NSError] = []
    var times: [TimeInterval] = []
    var count: Int { snapshots.count + errors.count }
  }

  private func start(_ snapshotter: MKMapSnapshotter, _ answers: Answers) throws {
    let device = device
    try snapshotter.start { snapshot, error in
      if let snapshot { answers.snapshots.append(snapshot) }
      if let error { answers.errors.append(error) }
      answers.times.append(device.clock.now)
    }
  }

  private func snapshotter(_ change: (MKMapSnapshotOptions) -> Void = { _ in }) -> MKMapSnapshotter {
    let options = MKMapSnapshotOptions()
    change(options)
    return MKMapSnapshotter(options: options, device: device)
  }

  @Test func snapshotsThatAskForTheNextAtTheSameTimeComeToAnEnd() throws {
    let device = device
    var (made, ends) = (0, 0)
    func next() {
      let snapshotter = snapshotter { $0.size = CGSize(width: 1, height: 1) }
      do throws(GeoError) {
        try snapshotter.start { _, _ in
          made += 1
          next()
        }
      } catch {
        #expect(error.message.contains("2000 snapshots were requested at one moment of the device's clock"))
        ends += 1
      }
    }
    next()
    device.advance(to: device.clock.now + 1)
    #expect(made == 2000 && ends == 1)
    next()
    device.advance(to: device.clock.now + 1)
    #expect(made == 4000 && ends == 2)
  }

  @Test func handlerIsCalledOnceInItsOwnTurnAtTheSameTime() throws {
    let answers = Answers()
    let asked = device.clock.now
    let snapshotter = snapshotter()
    try start(snapshotter, answers)
    #expect(answers.count == 0 && snapshotter.isLoading)
    device.deliver()
    #expect(answers.count == 0)
    device.advance(to: asked + 100)
    #expect(answers.count == 1 && answers.times == [asked] && !snapshotter.isLoading)
    #expect(answers.snapshots.first?.image.size == CGSize(width: 256, height: 256))
    #expect(answers.snapshots.first?.image.scale == 1)
    #expect(device.snapshotCount == 0)
  }

  @Test func deviceHoldsAnUnownedSnapshotter() throws {
    let answers = Answers()
    try start(snapshotter(), answers)
    device.advance(to: device.clock.now)
    #expect(answers.snapshots.count == 1)
  }

  @Test func snapshotsOfAMinuteHaveAMostSize() throws {
    let device = device
    let answers = Answers()
    for _ in 0..<70 { try start(snapshotter { $0.size = CGSize(width: 1000, height: 1000) }, answers) }
    device.advance(to: device.clock.now)
    #expect(answers.snapshots.count == 64 && answers.errors.count == 6)
    #expect(answers.errors.allSatisfy { $0.code == MKErrorCode.loadingThrottled.rawValue })
    #expect(answers.errors.first?.localizedDescription.contains("more than 64 million pixels") == true)
    device.advance(to: device.clock.now + 30)
    for _ in 0..<40 { try start(snapshotter { $0.size = CGSize(width: 1000, height: 1000) }, answers) }
    device.advance(to: device.clock.now)
    #expect(answers.snapshots.count == 64 + 32)
  }

  @Test func aSecondStartIsAnError() throws {
    let snapshotter = snapshotter()
    try start(snapshotter, Answers())
    #expect(throws: GeoError.self) { try start(snapshotter, Answers()) }
    device.advance(to: device.clock.now)
    #expect(throws: GeoError.self) { try start(snapshotter, Answers()) }
  }

  @Test func canceledSnapshotIsAnErrorInItsTurn() throws {
    let answers = Answers()
    let snapshotter = snapshotter()
    snapshotter.cancel()
    try start(snapshotter, answers)
    snapshotter.cancel()
    snapshotter.cancel()
    #expect(answers.count == 0 && !snapshotter.isLoading)
    device.advance(to: device.clock.now)
    #expect(answers.errors.map(\.domain) == [MKErrorDomain] && answers.snapshots.isEmpty)
    #expect(answers.errors.first?.localizedDescription == "The snapshot was canceled.")
    #expect(maker.canvases.isEmpty)
    snapshotter.cancel()
    #expect(answers.count == 1)
  }

  @Test(arguments: [
    (CGSize(width: 0, height: 0), "1 to 4096 pixels"),
    (CGSize(width: 20000, height: 20000), "1 to 4096 pixels"),
    (CGSize(width: 1, height: -1), "1 to 4096 pixels"),
    (CGSize(width: Double.infinity, height: 1), "1 to 4096 pixels"),
  ])
  func aSizeThatCannotBeDrawnIsAnErrorWithTheLimit(size: CGSize, words: String) throws {
    let answers = Answers()
    try start(snapshotter { $0.size = size }, answers)
    device.advance(to: device.clock.now)
    #expect(answers.errors.map(\.code) == [MKErrorCode.unknown.rawValue])
    #expect(answers.errors.first?.localizedDescription.contains(words) == true)
  }

  @Test func optionsWithoutSenseAreErrors() throws {
    let changes: [(MKMapSnapshotOptions) -> Void] = [
      { $0.scale = 4 }, { $0.scale = .nan },
      { $0.mapRect = MKMapRectNull },
      { $0.region = MKCoordinateRegionMake(ShapeFixtures.place(91, 0), MKCoordinateSpanMake(1, 1)) },
      {
        $0.camera = MKMapCamera(
          centerCoordinate: ShapeFixtures.place(0, 0), centerCoordinateDistance: .infinity)
      },
    ]
    for change in changes {
      let answers = Answers()
      try start(snapshotter(change), answers)
      device.advance(to: device.clock.now)
      #expect(answers.errors.count == 1 && answers.snapshots.isEmpty)
    }
  }

  @Test func aPictureThatIsRefusedIsNotDrawn() throws {
    let answers = Answers()
    let snapshotter = snapshotter()
    var asked: [Int] = []
    snapshotter.refusal = { bytes in
      asked.append(bytes)
      return "too much"
    }
    try start(snapshotter, answers)
    device.advance(to: device.clock.now)
    #expect(asked == [4 * 256 * 256])
    #expect(answers.errors.first?.localizedDescription.contains("too much") == true)
  }

  @Test func withoutACanvasASnapshotIsAnError() throws {
    device.screen.canvasFactory = nil
    let answers = Answers()
    try start(snapshotter(), answers)
    device.advance(to: device.clock.now)
    #expect(answers.errors.first?.localizedDescription.contains("cannot be drawn here") == true)
  }

  @Test func aSnapshotWaitsForWhatItNeedsButNotForEver() throws {
    let base = SlowBaseMap()
    device.screen.baseMap = base
    let (soon, never) = (Answers(), Answers())
    let asked = device.clock.now
    base.questions = 5
    try start(snapshotter(), soon)
    device.advance(to: asked + 100)
    #expect(soon.snapshots.count == 1)
    #expect(soon.times.allSatisfy { $0 > asked && $0 < asked + 1 })
    base.questions = .max
    try start(snapshotter(), never)
    device.advance(to: asked + 200)
    #expect(never.snapshots.count == 1)
    #expect(never.times.allSatisfy { $0 >= asked + 110 && $0 < asked + 110.2 })
  }

  @Test func theClockStandsStillWhileTilesLoad() throws {
    let base = SlowBaseMap()
    base.questions = .max
    device.screen.baseMap = base
    var waits = 0
    device.screen.awaitTiles = {
      waits += 1
      base.questions = 0
    }
    let answers = Answers()
    let asked = device.clock.now
    try start(snapshotter(), answers)
    device.advance(to: asked + 1)
    #expect(answers.times == [asked] && waits == 1)
  }

  @Test func snapshotsRequestedAtTheEndAreMade() throws {
    let base = SlowBaseMap()
    base.questions = .max
    device.screen.baseMap = base
    let answers = Answers()
    try start(snapshotter(), answers)
    try start(snapshotter(), answers)
    device.screen.finishSnapshots()
    #expect(answers.snapshots.count == 2 && device.snapshotCount == 0)
    device.advance(to: device.clock.now + 100)
    #expect(answers.count == 2)
  }

  @Test func endedScriptInstanceGetsNoMoreCallbacks() throws {
    let answers = Answers()
    weak var seen: MKMapSnapshotter?
    do {
      let snapshotter = snapshotter()
      seen = snapshotter
      try start(snapshotter, answers)
    }
    #expect(seen != nil)
    device.closeScreen()
    device.advance(to: device.clock.now + 100)
    #expect(answers.count == 0 && seen == nil)
  }

  @Test func errorOfTheHandlerIsReportedAndStopsNothing() throws {
    var errors = 0
    device.hooks.onError = { _ in errors += 1 }
    let answers = Answers()
    try snapshotter().start { _, _ in throw GeoError(.data, "mine") }
    try start(snapshotter(), answers)
    device.advance(to: device.clock.now)
    #expect(errors == 1 && answers.snapshots.count == 1)
  }
}
