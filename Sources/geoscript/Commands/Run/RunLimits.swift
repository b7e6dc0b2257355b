import ArgumentParser

/// What the run may use, and the script may touch.
struct RunLimits: ParsableArguments {
  @Option(help: ArgumentHelp("Threads to spread devices over.", valueName: "n"))
  var jobs = 1

  @Option(help: ArgumentHelp("Memory limit for all instances of the script.", valueName: "MiB"))
  var maxMemory = 1024

  @Option(help: ArgumentHelp("Memory limit for one instance of the script.", valueName: "MiB"))
  var maxMemoryDevice = 256

  @Option(help: ArgumentHelp("Instruction limit for one callback.", valueName: "n"))
  var maxInstructions = 50_000_000

  @Option(
    help: ArgumentHelp("A folder the script may read, besides its own. Repeatable.", valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []

  @Option(
    help: ArgumentHelp("A folder the script may write to. Repeatable.", valueName: "dir"),
    completion: .directory)
  var allowWrite: [String] = []

  @Flag(help: "Let the script load map tiles from servers and ask the servers of --geocoder and --router.")
  var allowNet = false
}
