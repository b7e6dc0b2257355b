import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct HeadingCalibrationTests {
  private final class Board { var notices: [Device.Notice] = [] }

  private func phone(_ board: Board, allows: Bool) -> Phone {
    let phone = Phone()
    phone.delegate.allowsCalibration = allows
    phone.device.hooks.onNotice = { board.notices.append($1) }
    phone.manager.headingFilter = kCLHeadingFilterNone
    phone.manager.startUpdatingHeading()
    return phone
  }

  @Test(arguments: [-1.0, 45.5, 180])
  func aBadReadingAsksBeforeItIsDelivered(accuracy: Double) {
    let board = Board()
    let phone = phone(board, allows: true)
    phone.turn(1, to: 10, accuracy: accuracy)
    #expect(phone.delegate.lines == ["calibrate?", "heading 10"])
    #expect(board.notices == [.headingCalibration(isShown: true)])
  }

  @Test func noDelegateIsAskedTwiceBeforeAGoodReading() {
    let board = Board()
    let phone = phone(board, allows: false)
    for (time, accuracy) in [(1.0, 5.0), (2, -1), (3, -1), (4, 90), (5, 45), (6, -1)] {
      phone.turn(time, to: time, accuracy: accuracy)
    }
    let asked = phone.delegate.lines.enumerated().filter { $0.element == "calibrate?" }.map(\.offset)
    #expect(asked == [1, 6])
    #expect(board.notices.isEmpty)
  }

  @Test func thePanelStaysUntilAReadingIsGood() {
    let board = Board()
    let phone = phone(board, allows: true)
    phone.turn(1, to: 1, accuracy: -1)
    phone.turn(2, to: 2, accuracy: -1)
    #expect(board.notices == [.headingCalibration(isShown: true)])
    phone.turn(3, to: 3, accuracy: 5)
    #expect(board.notices == [.headingCalibration(isShown: true), .headingCalibration(isShown: false)])
  }

  @Test func aDismissedPanelDoesNotComeBackBeforeAGoodReading() {
    let board = Board()
    let phone = phone(board, allows: true)
    phone.manager.dismissHeadingCalibrationDisplay()
    #expect(board.notices.isEmpty)
    phone.turn(1, to: 1, accuracy: -1)
    phone.manager.dismissHeadingCalibrationDisplay()
    phone.turn(2, to: 2, accuracy: -1)
    #expect(board.notices == [.headingCalibration(isShown: true), .headingCalibration(isShown: false)])
    phone.turn(3, to: 3, accuracy: 5)
    phone.turn(4, to: 4, accuracy: -1)
    #expect(board.notices.count == 3)
  }

  @Test func theFirstDelegateThatAgreesSettlesIt() {
    let board = Board()
    let phone = phone(board, allows: true)
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    second.startUpdatingHeading()
    phone.turn(1, to: 1, accuracy: -1)
    #expect(other.lines == ["heading 1"])
  }

  @Test func thePanelEndsWithTheApp() {
    let board = Board()
    let phone = phone(board, allows: true)
    phone.turn(1, to: 1, accuracy: -1)
    phone.send(2, .app(.terminated))
    #expect(board.notices == [.headingCalibration(isShown: true), .headingCalibration(isShown: false)])
  }

  @Test func stoppingTheLastManagerTakesThePanelAway() {
    let board = Board()
    let phone = phone(board, allows: true)
    phone.turn(1, to: 1, accuracy: -1)
    phone.manager.stopUpdatingHeading()
    #expect(board.notices == [.headingCalibration(isShown: true), .headingCalibration(isShown: false)])
  }
}
