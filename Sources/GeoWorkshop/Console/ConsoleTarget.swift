package import Geo
package import GeoHost

/// What a console looks into: a run that it steps through, or one that is attached to.
package protocol ConsoleTarget: AnyObject {
  /// What a person reads first.
  var greeting: String { get }
  /// The device that texts run on, for the prompt; nil before there is one.
  var device: String? { get }
  var commands: [ConsoleCommand] { get }

  /// Runs a text.
  ///
  /// - Returns: what comes of it, and further lines that say what it has caused.
  func answer(_ text: String) throws(GeoError) -> (ConsoleAnswer, lines: [String])

  /// Does what a command says, and returns the lines to show.
  ///
  /// - Errors: ``GeoError`` `usage` for a wrong argument; others end the console.
  func perform(_ command: ConsoleCommand.Name, _ argument: String) throws(GeoError) -> [String]
}

/// A word after a colon.
package struct ConsoleCommand: Sendable {
  package enum Name: String, Sendable {
    case step, next, at, wait, devices, device, explain, help, quit
  }

  package let name: Name
  /// The argument, as help names it; empty for none.
  package let argument: String
  package let summary: String

  init(_ name: Name, _ argument: String = "", _ summary: String) {
    (self.name, self.argument, self.summary) = (name, argument, summary)
  }

  /// What every console knows.
  static let common = [
    ConsoleCommand(.devices, "", "list the devices; the mark * shows where texts run"),
    ConsoleCommand(.device, "NAME", "run what follows on this device"),
    ConsoleCommand(.help, "", "show these commands"),
    ConsoleCommand(.quit, "", "leave the console; Ctrl-D does the same"),
  ]
}
