import ArgumentParser
import Geo
import GeoCluster
import GeoHost
import GeoLua
import GeoWorkshop

/// `geoscript attach`.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Open a console in a running script that uses --state.",
    discussion: """
      Looks into a run that was started with --state, while it runs. Without --write
      you read names, fields and indexes, such as app.manager.location or list[1];
      no function is called and nothing changes. With --write you type any Lua,
      which runs on the chosen device between two events.

      Only the user whose run it is can attach to it. If no run uses the directory,
      the exit code is 69.
      More: geoscript docs console.

      Examples:
        geoscript attach --state family.state
        echo 'geoscript.store' | geoscript attach --state family.state
        geoscript attach --state family.state --write
      """)

  @Option(
    help: ArgumentHelp("The state directory of the run.", valueName: "directory"), completion: .directory)
  var state: String

  @Flag(help: "Allow calls and assignments, which change the run.")
  var write = false

  func validate() throws {
    guard state == "nats" || StreamStates.isAddress(state) else { return }
    let address = state == "nats" ? "nats://HOST" : state
    throw ValidationError(
      "a console needs a run with a state directory on this machine; of workers with --state nats, "
        + "geoscript state show DEVICE --state \(address) shows what a device has kept (geoscript docs scale)"
    )
  }

  func run() throws {
    let run = try AttachedRun(directory: state, mayChange: write)
    let input = StandardConsoleInput(ConsoleCompletion(GeoLibrary.catalog, commands: run.commands))
    let code = try ConsoleSession(run, input).run()
    if code != 0 { throw ExitCode(code) }
  }
}
