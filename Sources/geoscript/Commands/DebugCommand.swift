import ArgumentParser
import Geo
import GeoHost
import GeoWorkshop
import Glibc

/// `geoscript debug`.
struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Debug a script in an editor, forwards and backwards.",
    discussion: """
      Speaks the Debug Adapter Protocol on standard input and output, or on a port of
      this machine, to VS Code, Neovim, Emacs and other editors. The editor starts
      it and names a script and the track or recording to play. Nothing is sent or
      written.
      More: geoscript docs debug.

      Examples:
        geoscript debug
        geoscript debug --port 4711
      """)

  @Option(
    help: ArgumentHelp("Serve one editor on this port of 127.0.0.1; 0 for any free one.", valueName: "port"))
  var port: Int?

  func validate() throws {
    if let port, !(0...65535).contains(port) { throw ValidationError("--port is a number from 0 to 65535") }
  }

  func run() throws {
    let channel: DebugChannel
    if let port {
      let listener = try DebugListener(port: port)
      Geoscript.complain("geoscript: waiting for an editor on 127.0.0.1:\(listener.port)")
      let socket = try listener.accept()
      channel = DebugChannel(input: socket, output: socket)
    } else {
      if isatty(STDIN_FILENO) == 1 {
        Geoscript.complain(
          "geoscript: an editor starts this command (geoscript docs debug); at a terminal use geoscript repl SCRIPT --from FILE"
        )
      }
      channel = DebugChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
    }
    let code = DebugSession(channel) { launch in try DebugCommand.options(of: launch) }.serve()
    if code != 0 { throw ExitCode(code) }
  }

  /// The options of the run that an editor asks for, read as `geoscript run` reads words.
  private static func options(of launch: DebugLaunch) throws -> RunOptions {
    if let folder = launch.folder, chdir(folder) != 0 {
      throw GeoError(.noInput, String(cString: strerror(errno)), at: folder)
    }
    let words =
      [launch.script] + launch.sources.flatMap { ["--from", $0] } + launch.options
      + (launch.arguments.isEmpty ? [] : ["--"] + launch.arguments)
    let configuration = try Configuration(words: words, options: RunConfiguration.options())
    return try RunCommand.options(of: configuration.words)
  }
}
