import GeoCore
import Testing

@testable import GeoMap

@Suite struct UIControlTests {
  private final class Log {
    var lines: [String] = []
  }

  private func control(_ log: Log, _ frame: CGRect = CGRect(x: 0, y: 0, width: 10, height: 10)) -> UIControl {
    let control = UIControl(frame: frame)
    let names: [(UIControlEvents, String)] = [
      (.touchDown, "down"), (.touchDownRepeat, "again"), (.touchDragInside, "inside"),
      (.touchDragOutside, "outside"), (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
      (.touchUpInside, "up"), (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"),
    ]
    for (event, name) in names {
      control.addTarget(nil, action: name, for: event) { _, _ in log.lines.append(name) }
    }
    return control
  }

  private func touch(_ control: UIControl, taps: Int = 1) -> UITouch {
    UITouch(at: CGPoint(x: 5, y: 5), of: control, view: control, timestamp: 0, tapCount: taps)
  }

  @Test func aPressIsDownAndUp() throws {
    let log = Log()
    let control = control(log)
    let touch = touch(control)
    try control.touchesBegan([touch], with: nil)
    #expect(control.highlighted && control.state == .highlighted)
    try control.touchesEnded([touch], with: nil)
    #expect(!control.highlighted && control.state == .normal)
    #expect(log.lines == ["down", "up"])
  }

  @Test func aFingerThatLeavesDoesNotPress() throws {
    let log = Log()
    let control = control(log)
    let touch = touch(control)
    try control.touchesBegan([touch], with: nil)
    for x in [6.0, 20, 30, 7] {
      touch.point.x = x
      try control.touchesMoved([touch], with: nil)
    }
    touch.point.x = 99
    try control.touchesEnded([touch], with: nil)
    #expect(
      log.lines == [
        "down", "inside", "outside", "exit", "outside", "inside", "enter", "upOutside",
      ])
  }

  @Test func aDisabledControlSwallowsTouches() throws {
    let log = Log()
    let control = control(log)
    control.enabled = false
    let touch = touch(control)
    try control.touchesBegan([touch], with: nil)
    try control.touchesMoved([touch], with: nil)
    try control.touchesEnded([touch], with: nil)
    try control.touchesCancelled([touch], with: nil)
    #expect(log.lines.isEmpty && control.state == .disabled)
  }

  @Test func aCancelledTouchAndASecondTapAreTold() throws {
    let log = Log()
    let control = control(log)
    try control.touchesBegan([touch(control, taps: 2)], with: nil)
    try control.touchesCancelled([touch(control)], with: nil)
    #expect(log.lines == ["down", "again", "cancel"])
  }

  @Test func targetsAreAddedOnceAndTakenAway() throws {
    let log = Log()
    let control = UIControl()
    let target = ObjectIdentifier(log)
    for _ in 1...2 {
      control.addTarget(target, action: "a", for: .touchDown) { _, _ in log.lines.append("a") }
    }
    control.addTarget(target, action: "b", for: [.touchDown, .touchCancel]) { _, _ in log.lines.append("b") }
    control.addTarget(nil, action: "c", for: .touchDown) { _, _ in log.lines.append("c") }
    try control.sendActions(for: .touchDown)
    #expect(log.lines == ["a", "b", "c"])
    control.removeTarget(target, action: "b", for: .touchDown)
    control.removeTarget(target, action: "a", for: .allEvents)
    log.lines = []
    try control.sendActions(for: [.touchDown, .touchCancel])
    #expect(log.lines == ["b", "c"])
    control.removeTarget(nil, action: nil, for: .allEvents)
    #expect(control.actions.isEmpty)
  }

  @Test func anActionThatThrowsDoesNotStopTheOthers() {
    struct Refusal: Error {}
    let log = Log()
    let control = UIControl()
    control.addTarget(nil, action: "a", for: .touchDown) { _, _ in throw Refusal() }
    control.addTarget(nil, action: "b", for: .touchDown) { _, _ in log.lines.append("b") }
    #expect(throws: Refusal.self) { try control.sendActions(for: .touchDown) }
    #expect(log.lines == ["b"])
  }

  @Test func aButtonShowsTheTitleOfItsState() {
    let button = UIButton(type: .system)
    #expect(button.currentTitle == nil)
    button.setTitle("Go", for: .normal)
    button.setTitle("Going", for: .highlighted)
    #expect(button.currentTitle == "Go")
    button.highlighted = true
    #expect(button.currentTitle == "Going")
    button.setTitle(nil, for: .highlighted)
    #expect(button.currentTitle == "Go" && button.title(for: .highlighted) == nil)
    let image = UIImage(.file("a"), size: CGSize(width: 3, height: 4))
    button.setImage(image, for: .normal)
    // Beside the title.
    let title = UIFont.systemFont(ofSize: 18).measure("Go")
    #expect(button.currentImage === image)
    #expect(button.sizeThatFits(.zero).width == (image.size.width + 6 + title.width).rounded(.up))
    button.setTitle(nil, for: .normal)
    #expect(button.sizeThatFits(.zero) == image.size)
    #expect(UIButton(type: .detailDisclosure).frame.size == CGSize(width: 22, height: 22))
  }

  /// Values of Apple's UIControl.h and UIButton.h, and F-6.
  @Test func constantsHaveApplesValues() {
    #expect(UIControlEvents.touchUpInside.rawValue == 64 && UIControlEvents.allTouchEvents.rawValue == 4095)
    #expect(UIControlEvents.valueChanged.rawValue == 4096)
    #expect(UIButtonType.detailDisclosure.rawValue == 2 && UIButtonType.contactAdd.rawValue == 5)
    #expect(UITouchPhase.allCases.map(\.constantName).last == "UITouchPhaseCancelled")
  }
}
