import ArgumentParser
import Geo
import GeoHost
import Glibc

/// `geoscript service install`.
struct ServiceInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Write the unit of a service that runs a script.",
    discussion: """
      The arguments after the name are those of geoscript run. The service runs in
      the current folder, as a user who may write only to /var/lib/geoscript/NAME:
      there it keeps its state, and what --record, --map, --table and --alerts
      ndjson:FILE write.
      Files that other options name must be readable by everybody, apart from those
      of secrets (--http-token, --http-users, --owntracks-key, --alert-header @FILE).

      --print and --root may also follow the name, but not --.

      Examples:
        sudo geoscript service install home home.lua --from http://127.0.0.1:8080
        sudo geoscript service install vans fleet.lua \\
          --from 'mqtt://broker/owntracks/#' --alerts ndjson:alerts.ndjson
        geoscript service install --print home home.lua --from gpsd://localhost
      """)

  @Flag(help: "Print the unit instead of writing it.")
  var print = false

  @Option(
    help: ArgumentHelp("The root of the system that gets the service, such as an image.", valueName: "dir"),
    completion: .directory)
  var root: String?

  @Argument(help: "The name of the service.")
  var name: String

  @Argument(
    parsing: .captureForPassthrough, help: "The script and the words that follow it after geoscript run.")
  var words: [String] = []

  mutating func run() throws {
    takeOptions()
    if ["--help", "-h"].contains(name) || words.first == "--help" { throw CleanExit.helpRequest(self) }
    let expanded = Array(RunWords.expanded(["run"] + words).dropFirst())
    let isTemplate = name.hasSuffix("@")
    let configuration = try Configuration(
      words: expanded, options: RunConfiguration.options(), usesEnvironment: false, readsFiles: !isTemplate)
    for warning in configuration.warnings { Geoscript.complain("geoscript: \(warning)") }
    // A template has its files later.
    if !isTemplate { try check(configuration) }
    let service = try ServiceWords(
      name: name, program: try ServiceInstall.program(), configuration: configuration,
      folder: isTemplate ? ServiceUnit.stateFolder(name) : try ServiceInstall.folder())
    guard !print else { return Swift.print(service.unit.text, terminator: "") }
    let path = try ServiceFolder(root: root ?? "").write(service.unit)
    Swift.print("wrote \(path)")
    guard root == nil else { return }
    Swift.print("start it: sudo systemctl daemon-reload && sudo systemctl enable --now \(service.unit.file)")
  }

  static func program() throws(GeoError) -> String {
    guard let path = resolvedPath("/proc/self/exe") else {
      throw GeoError(.internal, "/proc/self/exe does not say where geoscript lies")
    }
    return path
  }

  private static func folder() throws(GeoError) -> String {
    guard let path = getcwd(nil, 0) else {
      throw GeoError(.noInput, "the current folder is gone: change to another one")
    }
    defer { free(path) }
    return String(cString: path)
  }
}
