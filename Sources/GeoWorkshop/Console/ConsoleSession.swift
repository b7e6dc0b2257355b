package import Geo
import GeoHost
import Glibc
import LuaBridge

/// Reads lines, and shows what comes of them.
///
/// - Source: HO-130, HO-131.
package final class ConsoleSession {
  private let target: any ConsoleTarget
  private let input: any ConsoleInput
  /// The lines of a text that is not finished.
  private var lines: [String] = []
  private var hasFailed = false
  private var isOver = false

  package init(_ target: any ConsoleTarget, _ input: any ConsoleInput) {
    (self.target, self.input) = (target, input)
  }

  /// Runs to the end of the input; returns the exit code: 1 if a line of a file or pipe failed.
  ///
  /// - Errors: ``GeoError`` of the target that ends the console.
  package func run() throws(GeoError) -> Int32 {
    if input.isTerminal { show([target.greeting]) }
    while !isOver {
      let prompt = lines.isEmpty ? target.device.map { "\(PlainText.line($0))> " } ?? "> " : "… "
      guard let line = input.next(prompt) else { break }
      try take(line)
    }
    if !lines.isEmpty {
      complain(
        "the text is unfinished: \(PlainText.line(lines.joined(separator: " ").prefix(60).description))")
    }
    return hasFailed && !input.isTerminal ? 1 : 0
  }

  private func take(_ line: String) throws(GeoError) {
    let isBlank = line.allSatisfy(\.isWhitespace)
    if lines.isEmpty {
      if isBlank { return }
      if let words = command(line) { return try perform(words.name, words.argument) }
    }
    lines.append(line)
    let text = lines.joined(separator: "\n")
    let (answer, further) = try target.answer(text)
    show(answer.printed)
    switch answer.outcome {
    case .unfinished:
      // Two empty lines give up a text that never ends.
      guard isBlank, lines.dropLast().last?.allSatisfy(\.isWhitespace) == true else { return }
      complain("the text is unfinished")
    case .values(let values): if !values.isEmpty { show([values]) }
    case .fault(let fault): complain(fault)
    }
    show(further)
    lines = []
  }

  /// The word after a colon and the rest of the line; nil for Lua, in which no text begins with one colon.
  private func command(_ line: String) -> (name: String, argument: String)? {
    let line = line.trimmingBlanks
    guard line.hasPrefix(":"), !line.hasPrefix("::") else { return nil }
    let name = line.dropFirst().prefix { !$0.isWhitespace }
    return (String(name), String(line.dropFirst(name.count + 1)).trimmingBlanks)
  }

  private func perform(_ name: String, _ argument: String) throws(GeoError) {
    guard let command = target.commands.first(where: { $0.name.rawValue == name }) else {
      let advice = NearestName.advice(name, among: Set(target.commands.map(\.name.rawValue)))
      return complain("there is no command :\(PlainText.line(name))\(advice); :help shows all")
    }
    guard !command.argument.isEmpty || argument.isEmpty else {
      return complain(":\(name) takes nothing after it")
    }
    switch command.name {
    case .help: show(target.commands.map { help(of: $0) })
    case .quit: isOver = true
    default:
      do throws(GeoError) { show(try target.perform(command.name, argument)) } catch {
        guard error.code == .usage else { throw error }
        complain(":\(name) \(error.message)")
      }
    }
  }

  private func help(of command: ConsoleCommand) -> String {
    let words = ":\(command.name.rawValue) \(command.argument)"
    return words + String(repeating: " ", count: max(1, 20 - words.count)) + command.summary
  }

  private func show(_ lines: [String]) {
    for line in lines { print(PlainText.lines(line)) }
    fflush(nil)
  }

  private func complain(_ text: String) {
    hasFailed = true
    fflush(nil)
    let line = PlainText.lines(text) + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}

extension String {
  /// Without blanks at either end.
  fileprivate var trimmingBlanks: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
