import Geo
import GeoHost
import LuaBridge

/// Breakpoints, and where files are.
extension DebugSession {
  func setBreakpoints(_ request: DebugRequest) throws -> JSONValue {
    guard let path = request["source"]?["path"]?.text else {
      throw DebugFault("setBreakpoints: add the 'path' of the source")
    }
    let real = absolutePath(path)
    let text = (try? ScriptFile(path: real))?.source
    let source = DebugSource(real, request, text, shift: shift) {
      lastBreakpoint += 1
      return lastBreakpoint
    }
    sources.removeAll { $0.path == real }
    sources.append(source)
    play?.installBreakpoints()
    return .object([("breakpoints", .array(source.breakpoints.map { $0.json(shift: shift) }))])
  }

  /// The folder of the script, without links.
  private var folder: String? {
    guard let options = launch?.options else { return nil }
    let parts = options.script.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return absolutePath(parts.isEmpty ? "." : parts.joined(separator: "/") + "/")
  }

  /// Lines to stop at, by the names that messages have: files of the script's folder by their path there.
  var breakpointLines: [(file: String, line: Int)] {
    sources.flatMap { source in
      source.breakpoints.compactMap { breakpoint in
        guard let name = name(of: source.path), let line = breakpoint.line else { return nil }
        return (name, line)
      }
    }
  }

  private func name(of path: String) -> String? {
    guard let folder else { return nil }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  /// The path of a file that a message names; nil without a launch.
  func path(of name: String) -> String? {
    folder.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + name }
  }

  func source(_ name: String, _ path: String) -> JSONValue {
    .object([("name", .string(name)), ("path", .string(path))])
  }

  /// Changes the breakpoints of a line, in order.
  func updateBreakpoints(of file: String, line: Int, _ body: (inout DebugBreakpoint) -> Void) {
    for place in sources.indices where name(of: sources[place].path) == file {
      for index in sources[place].breakpoints.indices where sources[place].breakpoints[index].line == line {
        // A copy, because a condition may run code that looks at breakpoints.
        var breakpoint = sources[place].breakpoints[index]
        body(&breakpoint)
        sources[place].breakpoints[index] = breakpoint
      }
    }
  }

  /// Begins to count anew.
  func forgetHits() {
    for place in sources.indices {
      for index in sources[place].breakpoints.indices { sources[place].breakpoints[index].hits = 0 }
    }
  }
}
