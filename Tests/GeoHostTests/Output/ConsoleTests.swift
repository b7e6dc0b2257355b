import Synchronization
import Testing

@testable import GeoHost

@Suite struct ConsoleTests {
  private final class Screen: Sendable {
    private let text = Mutex("")
    func write(_ more: String) { text.withLock { $0 += more } }
    var all: String { text.withLock { $0 } }
  }

  private func console(
    _ screen: Screen, threshold: LogLevel = .info, format: LogFormat = .text, isTerminal: Bool = false,
    environment: [String: String] = [:]
  ) -> Console {
    Console(
      threshold: threshold, format: format, isTerminal: isTerminal, environment: { environment[$0] },
      clock: { 1_780_000_000.25 }, write: { screen.write($0) })
  }

  @Test func linesBelowTheThresholdAreLeftOut() {
    let screen = Screen()
    let console = console(screen, threshold: .warning)
    for level in LogLevel.allCases { console.say(level, "\(level)") }
    console.say(.debug, "asked", isAsked: true)
    #expect(screen.all == "warning\nerror\nasked\n")
  }

  @Test func aLineOfJSONHasItsParts() {
    let screen = Screen()
    console(screen, format: .json, isTerminal: true).say(
      .error, "no\nline", device: "a", label: "error: ", detail: "stack")
    #expect(
      screen.all
        == #"{"time":"2026-05-28T20:26:40.250Z","level":"error","device":"a","message":"no\nline","traceback":"stack"}"#
        + "\n")
  }

  @Test func onATerminalTheLabelHasColor() {
    let screen = Screen()
    console(screen, isTerminal: true).say(.error, "no", device: "a", label: "error: ")
    #expect(screen.all == "\u{1B}[31merror: \u{1B}[0mdevice a: no\n")
  }

  /// no-color.org: set and not empty.
  @Test(arguments: [["NO_COLOR": "1"], ["NO_COLOR": "0"], ["TERM": "dumb"]])
  func colorCanBeRefused(environment: [String: String]) {
    let screen = Screen()
    console(screen, isTerminal: true, environment: environment).say(.error, "no", label: "error: ")
    #expect(screen.all == "error: no\n")
  }

  @Test func anEmptyNoColorSaysNothing() {
    #expect(Console.wantsColor { $0 == "NO_COLOR" ? "" : nil })
  }

  @Test func elsewhereThereIsNeitherColorNorStatus() {
    let screen = Screen()
    let console = console(screen)
    console.show(status: "3 devices")
    console.say(.warning, "low", label: "warning: ")
    #expect(screen.all == "warning: low\n")
  }

  @Test func linesGoAboveTheStatus() {
    let screen = Screen()
    let console = console(screen, isTerminal: true, environment: ["NO_COLOR": "1"])
    console.show(status: "1 device")
    console.say(.info, "hello")
    console.show(status: "1 device")
    console.show(status: "")
    #expect(screen.all == "1 device\r\u{1B}[Khello\n1 device\r\u{1B}[K")
  }

  @Test func whatADeviceIsCalledMovesNoCursor() {
    let screen = Screen()
    console(screen).say(.info, "x", device: "a\u{1B}[2J")
    #expect(screen.all == "device a[2J: x\n")
  }

  /// R12: whoever names a device, and whatever a script says, forges no line.
  @Test func noTextForgesALine() {
    let screen = Screen()
    self.console(screen).say(
      .error, "one\nerror: two", device: "a\u{1B}[31m\nerror: b", label: "error: ",
      detail: "stack traceback:\n\tx")
    #expect(screen.all == "error: device a[31m error: b: one\n  error: two\nstack traceback:\n\tx\n")
    let other = Screen()
    console(other).log(.info, "x\nerror: y", device: "a\nb")
    #expect(other.all == "info: a b: x\n  error: y\n")
  }
}
