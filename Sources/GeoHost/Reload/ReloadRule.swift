public import Geo

/// When a run takes over changes of its files without an end, and how it reads its options again.
///
/// - Source: HO-100.
public struct ReloadRule: Sendable {
  /// Whether SIGHUP asks for it; in other runs it ends them.
  public var onHangup = false
  /// Whether a change of a file does.
  public var watches = false
  /// The values of all options that are set, by name.
  public var values: [String: [String]] = [:]
  /// The configuration files, also those that are not there yet.
  public var configurationFiles: [String] = []
  /// The files that the run is made of.
  public let files = WatchedFiles()
  /// Reads command line, variables and files again.
  public var read: @Sendable () throws(GeoError) -> (options: RunOptions, values: [String: [String]])

  public init(read: @escaping @Sendable () throws(GeoError) -> (RunOptions, [String: [String]])) {
    self.read = { () throws(GeoError) in
      let (options, values) = try read()
      return (options, values)
    }
  }

  /// Whether a run over files has ended early because one has changed.
  package var isRestarting: Bool { watches && files.isChanged }

  /// The options that a reload takes over. The others have opened something, or devices are made with them.
  static let takenOver = [
    "fences", "fence-accuracy", "settings", "max-instructions", "max-memory-device", "allow-read",
    "allow-write", ConfigurationOption.arguments,
  ]
}

extension RunOptions {
  /// Takes over what may change while a run lasts.
  package mutating func takeOver(_ other: RunOptions) {
    (fences, fenceAccuracy, settings) = (other.fences, other.fenceAccuracy, other.settings)
    (maxInstructions, maxMemoryDevice) = (other.maxInstructions, other.maxMemoryDevice)
    (readable, writable, arguments) = (other.readable, other.writable, other.arguments)
  }

  /// The files that a run with these options is made of, besides what its script reads.
  func watchAll() {
    guard let reload else { return }
    for path in [script] + fences + [settings].compactMap({ $0 }) + reload.configurationFiles {
      reload.files.add(path)
    }
  }
}
