import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoMap

/// How views become part of a picture.
///
/// - Source: AV-7, AV-8; UIKit for what is hidden, clear and clipped.
struct ViewPictureTests {
  private let canvas = RecordingCanvas()

  /// Draws a line across itself, as an app's class does.
  private final class Drawing: UIView {
    var failure: GeoError?
    override var overridesDrawing: Bool { true }
    override func draw(_ rect: CGRect, in context: CGContext) throws {
      context.state.stroke = .color(.red)
      var line = CGPath()
      line.addLines([CGPoint(x: 0, y: 0), CGPoint(x: rect.width, y: rect.height)])
      context.stroke(line)
      if let failure { throw failure }
    }
  }

  private func draw(_ view: UIView) -> (painted: [String], errors: [String]) {
    var errors: [String] = []
    view.drawTree(in: CGContext(canvas)) { errors.append("\($0)") }
    #expect(canvas.depth == 0)
    return (canvas.painted(), errors)
  }

  private func view(_ color: UIColor?, _ frame: CGRect = CGRect(x: 1, y: 2, width: 4, height: 3)) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  private func drawing() -> Drawing { Drawing(frame: CGRect(x: 0, y: 0, width: 2, height: 2)) }
  private let line = "stroke M 0 0 L 2 2 width 1 #ff0000"
  private let square = "M 0 0 L 2 0 L 2 2 L 0 2 Z"

  @Test func subviewsLieInFrontOfTheirViewInItsCoordinates() throws {
    let outer = view(.white)
    try outer.addSubview(view(.red, CGRect(x: 10, y: 0, width: 1, height: 1)))
    try outer.addSubview(view(.blue, CGRect(x: 0, y: 0, width: 1, height: 1)))
    #expect(
      draw(outer).painted == [
        "fill M 1 2 L 5 2 L 5 5 L 1 5 Z #ffffff", "fill M 11 2 L 12 2 L 12 3 L 11 3 Z #ff0000",
        "fill M 1 2 L 2 2 L 2 3 L 1 3 Z #0000ff",
      ])
  }

  @Test func whatIsHiddenOrClearIsNotDrawnNorWhatLiesInIt() throws {
    let outer = view(.white)
    try outer.addSubview(view(.red))
    outer.hidden = true
    #expect(draw(outer).painted == [])
    outer.hidden = false
    outer.alpha = 0
    #expect(draw(outer).painted == [])
  }

  @Test func alphaHoldsForAViewAndThoseInItTogether() throws {
    let outer = view(.white)
    outer.alpha = 0.5
    try outer.addSubview(view(.red))
    let painted = draw(outer).painted
    #expect(painted.first == "layer" && painted.last == "end layer alpha 0.5")
    #expect(painted.count == 4 && !painted[1].contains("alpha"))
  }

  @Test func onlyAViewThatClipsKeepsItsSubviewsWithin() throws {
    let outer = view(nil)
    try outer.addSubview(view(.red, CGRect(x: 50, y: 50, width: 1, height: 1)))
    #expect(!draw(outer).painted.contains { $0.hasPrefix("clip") })
    outer.clipsToBounds = true
    #expect(draw(outer).painted.first == "clip M 1 2 L 5 2 L 5 5 L 1 5 Z")
  }

  @Test func anOpaqueViewIsFilledBeforeItDrawsItself() {
    let view = drawing()
    #expect(draw(view).painted == ["fill \(square) #000000", "clip \(square)", line])
    view.backgroundColor = .yellow
    #expect(draw(view).painted == ["fill \(square) #ffff00", "clip \(square)", line])
    view.opaque = false
    view.backgroundColor = nil
    #expect(draw(view).painted == ["clip \(square)", line])
  }

  private final class Inked: UIView {
    override func draw(_ rect: CGRect, in context: CGContext) throws { context.fill(CGPath(rect)) }
  }

  @Test func whatAViewDrawsWithIsBlackAtFirstWhateverItLiesOn() throws {
    let outer = view(.red)
    try outer.addSubview(Inked(frame: CGRect(x: -1, y: -2, width: 2, height: 2)))
    #expect(draw(outer).painted.last == "fill \(square) #000000")
  }

  @Test func aViewThatDrawsNothingHasNoGroundOfItsOwn() {
    #expect(draw(view(nil)).painted == [])
  }

  @Test func withoutAnAreaNothingIsDrawn() {
    let view = drawing()
    view.frame = .zero
    #expect(draw(view).painted == [])
  }

  @Test func failureIsMarkedAndReportedOnceAndStopsNoOther() throws {
    let outer = view(nil)
    let failing = drawing()
    failing.opaque = false
    failing.failure = GeoError(.data, "no luck")
    try outer.addSubview(failing)
    try outer.addSubview(view(.blue, CGRect(x: 0, y: 0, width: 1, height: 1)))
    let first = draw(outer)
    #expect(first.errors.count == 1 && first.errors[0].contains("no luck"))
    #expect(first.painted.count > 4)
    #expect(first.painted.last == "fill M 1 2 L 2 2 L 2 3 L 1 3 Z #0000ff")
    let second = draw(outer)
    #expect(second.errors == [] && second.painted == first.painted)
  }

  @Test func aLabelStandsInTheMiddleOfItsHeight() {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 32))
    label.text = "abcd"
    label.font = .systemFont(ofSize: 10)
    label.textColor = .blue
    // 12 points high on this canvas.
    #expect(draw(label).painted == ["text \"abcd\" .SFUI-Regular 10 left lines 1 at 0 10 #0000ff"])
    label.textAlignment = .center
    #expect(
      draw(label).painted == ["text \"abcd\" .SFUI-Regular 10 within 60 center lines 1 at 0 10 #0000ff"])
  }

  @Test func aTextTooLongForItsLabelIsCut() {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 30, height: 40))
    label.text = "abcdefghijkl"
    label.font = .systemFont(ofSize: 10)
    #expect(draw(label).painted.first?.contains("within 30 left lines 1") == true)
    label.numberOfLines = 0
    // As many lines as its height holds.
    #expect(draw(label).painted.first?.contains("within 30 left lines 3") == true)
  }

  @Test func anImageIsStretchedOverItsView() {
    let view = UIImageView(image: UIImage(.file("x.png"), size: CGSize(width: 8, height: 9)))
    view.bounds.size = CGSize(width: 20, height: 10)
    view.center = CGPoint(x: 10, y: 5)
    #expect(draw(view).painted == ["image 8x9 in 0 0 20x10"])
  }

  @Test(arguments: [UIButtonType.detailDisclosure, .infoLight, .infoDark, .contactAdd])
  func buttonsWithAPictureOfTheirOwnDrawIt(type: UIButtonType) {
    let button = UIButton(type: type)
    #expect(!draw(button).painted.isEmpty)
    button.setTitle("Go", for: .normal)
    #expect(draw(button).painted.count == 1)
  }

  @Test func aButtonThatCannotBePressedIsPale() {
    let button = UIButton(type: .system, frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    button.setTitle("Go", for: .normal)
    #expect(draw(button).painted.count == 1)
    button.enabled = false
    #expect(draw(button).painted.last == "end layer alpha 0.35")
    button.enabled = true
    button.highlighted = true
    #expect(draw(button).painted.last == "end layer alpha 0.55")
  }
}
