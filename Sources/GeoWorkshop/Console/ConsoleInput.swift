import Geo
import GeoHost
import Glibc
import Synchronization

/// Where a console's lines come from.
package protocol ConsoleInput: AnyObject {
  /// Whether a person types them.
  var isTerminal: Bool { get }
  /// The next line without its end; nil at the end of the input.
  func next(_ prompt: String) -> String?
}

/// Standard input: a file or a pipe without prompts, or a terminal, with history and completion if libedit is installed.
///
/// One at a time: libedit has one state for the process.
package final class StandardConsoleInput: ConsoleInput {
  package let isTerminal: Bool
  private let editor: LineEditor?
  private let historyPath: String?

  package init(_ completion: ConsoleCompletion) {
    isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    editor = isTerminal ? LineEditor(completion) : nil
    historyPath = isTerminal ? BaseDirectory.state.flatMap { Self.history(in: $0) } : nil
    if let historyPath { editor?.readHistory(historyPath) }
  }

  /// The file of the history; nil if there can be none.
  private static func history(in folder: String) -> String? {
    guard (try? Folder.make(folder)) != nil else { return nil }
    return folder + "/console-history"
  }

  package func next(_ prompt: String) -> String? {
    guard let editor else {
      if isTerminal {
        print(prompt, terminator: "")
        fflush(nil)
      }
      return readLine()
    }
    let line = editor.line(prompt)
    if let line, !line.isEmpty, let historyPath {
      editor.writeHistory(historyPath)
      chmod(historyPath, 0o600)
    }
    return line
  }
}

/// The line editor of libedit, by the names that it has from GNU Readline.
///
/// - Source: <editline/readline.h> of libedit 3.1; its functions belong to one thread.
final class LineEditor {
  private typealias ReadLine = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  private typealias TakeText = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias TakeNumber = @convention(c) (Int32) -> Void

  private let read: ReadLine
  private let add: TakeText
  private let load: TakeText
  private let save: TakeText

  private static let mostLines: Int32 = 1000

  /// Nil if libedit is not installed.
  init?(_ completion: ConsoleCompletion) {
    guard let library = dlopen("libedit.so.2", RTLD_NOW), let read = dlsym(library, "readline"),
      let add = dlsym(library, "add_history"), let load = dlsym(library, "read_history"),
      let save = dlsym(library, "write_history"), let limit = dlsym(library, "stifle_history"),
      let complete = dlsym(library, "rl_attempted_completion_function"),
      let isOver = dlsym(library, "rl_attempted_completion_over"),
      let last = dlsym(library, "rl_completion_append_character"), let begin = dlsym(library, "using_history")
    else { return nil }
    self.read = unsafeBitCast(read, to: ReadLine.self)
    self.add = unsafeBitCast(add, to: TakeText.self)
    self.load = unsafeBitCast(load, to: TakeText.self)
    self.save = unsafeBitCast(save, to: TakeText.self)
    setlocale(LC_CTYPE, "")
    unsafeBitCast(begin, to: (@convention(c) () -> Void).self)()
    unsafeBitCast(limit, to: TakeNumber.self)(LineEditor.mostLines)
    completer.withLock { $0 = completion }
    complete.assumingMemoryBound(to: Optional<Complete>.self).pointee = { text, start, _ in
      candidates(for: text, start)
    }
    overAddress.store(Int(bitPattern: isOver), ordering: .relaxed)
    last.assumingMemoryBound(to: Int32.self).pointee = 0
  }

  func line(_ prompt: String) -> String? {
    guard let text = read(prompt) else {
      print("")
      return nil
    }
    defer { free(text) }
    if text.pointee != 0 { _ = add(text) }
    return String(cString: text)
  }

  func readHistory(_ path: String) { _ = load(path) }
  func writeHistory(_ path: String) { _ = save(path) }
}

private typealias Complete =
  @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// What libedit's function without a context needs: the names, and where libedit keeps that no others come.
private let completer = Mutex<ConsoleCompletion?>(nil)
private let overAddress = Atomic<Int>(0)

/// The names that a word may become, as libedit frees them: what they share, each of them, NULL.
private func candidates(
  for text: UnsafePointer<CChar>?, _ start: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  // Names of files are no part of Lua.
  UnsafeMutablePointer<Int32>(bitPattern: overAddress.load(ordering: .relaxed))?.pointee = 1
  guard let text, let completion = completer.withLock({ $0 }) else { return nil }
  let names = completion.names(for: String(cString: text), isFirst: start == 0)
  guard let first = names.first else { return nil }
  let shared = names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
  let all = names.count == 1 ? names : [shared] + names
  let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
  for (number, name) in all.enumerated() { list[number] = strdup(name) }
  list[all.count] = nil
  return list
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
