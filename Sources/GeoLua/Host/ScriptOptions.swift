public import Geo

/// Command-line settings shared by all script instances.
public struct ScriptOptions: Sendable {
  /// The script's folder, for `require` and files beside it.
  public var folder = "."
  public var arguments: [String] = []
  /// Folders that `--allow-read` names.
  public var readable: [String] = []
  /// Folders that `--allow-write` names.
  public var writable: [String] = []
  /// What the run itself uses a file for: `an input of --from`; nil for a file that scripts may write.
  public var use: @Sendable (_ path: String) -> String? = { _ in nil }
  /// The user's settings of the device; nil without a file of settings.
  public var settings: JSONValue?
  /// Whether the script says by `geoscript.app` what one instance stands for.
  public var declaresUnit = false
  /// Whether the script is one of hooks for OwnTracks Recorder.
  public var hasRecorderHooks = false
  /// The zone of local times.
  public var timeZone = TimeZoneRules.utc

  public init() {}
}
