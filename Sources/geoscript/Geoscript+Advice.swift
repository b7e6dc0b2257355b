import ArgumentParser
import Glibc
import LuaBridge

/// What geoscript adds to the argument parser's messages.
extension Geoscript {
  /// Prints a hint for a script without `run`, and for a track without `--from`.
  static func explain(_ error: any Error) {
    if let word = CommandLine.arguments.dropFirst().first, word.hasSuffix(".lua") {
      return complain("Run a script with: geoscript run \(word)")
    }
    let message = message(for: error)
    if let advice = CommandTree(ofMistake: message)?.advice(Array(CommandLine.arguments.dropFirst())) {
      return complain(advice)
    }
    if message.hasPrefix("Missing value for '"), let option = message.split(separator: "'").dropFirst().first,
      let name = option.split(separator: " ").first.map(String.init),
      let at = CommandLine.arguments.firstIndex(of: name), at + 1 < CommandLine.arguments.count
    {
      let value = CommandLine.arguments[at + 1]
      guard Double(value) != nil else { return }
      return complain("\(value) begins like an option: write \(name)=\(value) if it is the value.")
    }
    guard message.hasPrefix("Unexpected argument '") || message.contains(" unexpected arguments: '"),
      let word = message.split(separator: "'").dropFirst().first,
      access(String(word), F_OK) == 0
    else { return }
    let others = CommandLine.arguments.dropFirst(2).filter { !$0.hasPrefix("-") && !$0.hasSuffix(".lua") }
    if word.hasSuffix(".lua"), let source = others.first {
      return complain("Name the script first: geoscript run \(word) --from \(source)")
    }
    guard CommandLine.arguments.dropFirst().first != "debug" else {
      return complain("The editor names the script and its events: see geoscript docs debug.")
    }
    complain("Give a source of events with --from \(word), and values for the script after --.")
  }

  /// The message with a better guess: for `-from`, which the argument parser reads as four letters, and without one
  /// that shares too little with the word, such as `--pace` for `--watch`; nil for others.
  static func corrected(_ error: any Error) -> String? {
    let message = message(for: error)
    if let better = CommandTree(ofMistake: message)?.dashes(Array(CommandLine.arguments.dropFirst())) {
      return fullMessage(for: error).replacing(message, with: better)
    }
    if let more = expectedAmount(message).map({ ": \($0)" }) ?? nearestValue(message) {
      return fullMessage(for: error).replacing(message, with: message + more)
    }
    return farGuess(in: message).map { fullMessage(for: error).replacing($0, with: "") }
  }

  /// What an option with an amount takes; nil for a message about another one.
  private static func expectedAmount(_ message: String) -> String? {
    guard message.hasPrefix("The value '"), message.contains("is invalid for '--") else { return nil }
    if message.hasSuffix(" <s>'") { return Seconds.expected }
    if message.hasSuffix(" <m>'") { return Meters.expected }
    if message.hasSuffix(" <n>'") { return "write a number, such as 2" }
    return message.hasSuffix(" <m/s>'") ? MetersPerSecond.expected : nil
  }

  /// ` (did you mean 'track'?)` behind a list of the words that an option takes; nil for other messages.
  private static func nearestValue(_ message: String) -> String? {
    guard message.hasPrefix("The value '"), let list = message.firstRange(of: "Please provide one of"),
      let value = message.split(separator: "'").dropFirst().first
    else { return nil }
    let rest = message[list.upperBound...]
    let quoted = rest.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let listed = rest.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    let advice = NearestName.advice(String(value), among: quoted + listed)
    return advice.isEmpty ? nil : advice
  }

  /// The part of a message that is such a guess.
  static func farGuess(in message: String) -> String? {
    let words = message.split(separator: "'").map(String.init)
    guard words.count > 3, words[0] == "Unknown option ", words[2] == ". Did you mean ",
      NearestName.distance(words[1], words[3]) * 3 > words[1].drop(while: { $0 == "-" }).count
    else { return nil }
    return ". Did you mean '\(words[3])'?"
  }
}
