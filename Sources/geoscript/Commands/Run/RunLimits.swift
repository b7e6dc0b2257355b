import ArgumentParser

/// What the run may use, and the script may touch.
struct RunLimits: OptionTable {
  var jobs = 1
  var maxMemory = 1024
  var maxMemoryDevice = 256
  var maxInstructions = 50_000_000
  var allowRead: [String] = []
  var allowWrite: [String] = []
  var allowNet = false

  static func declare(_ o: inout OptionRows<Self>) {
    o.option("jobs", \.jobs, "Threads to spread devices over.", value: "n")
    o.option("max-memory", \.maxMemory, "Memory limit for all instances of the script.", value: "MiB")
    o.option(
      "max-memory-device", \.maxMemoryDevice, "Memory limit for one instance of the script.", value: "MiB")
    o.option("max-instructions", \.maxInstructions, "Instruction limit for one callback.", value: "n")
    o.option(
      "allow-read", \.allowRead, "A folder the script may read, besides its own. Repeatable.", value: "dir",
      completion: .directory)
    o.option(
      "allow-write", \.allowWrite, "A folder the script may write to. Repeatable.", value: "dir",
      completion: .directory)
    o.flag(
      "allow-net", \.allowNet,
      "Let the script load map tiles from servers and ask the servers of --geocoder and --router.")
  }
}
