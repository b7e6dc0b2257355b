/// Global functions of a script that a host calls by their names, such as those of OwnTracks Recorder.
public struct HostHooks: Sendable {
  /// Their names, those that people write most first.
  public var functions: [String]
  /// The beginnings of further names.
  public var prefixes: [String]
  /// Globals beside the catalog that scripts may read and assign.
  public var globals: Set<String>
  /// Who calls them, for messages.
  public var caller: String

  public init(functions: [String], prefixes: [String], globals: Set<String>, caller: String) {
    (self.functions, self.prefixes, self.globals, self.caller) = (functions, prefixes, globals, caller)
  }

  func calls(_ name: String) -> Bool { functions.contains(name) || prefixes.contains(where: name.hasPrefix) }

  /// The hook that a name is probably meant to be; nil if there is none.
  func nearest(to name: String) -> String? {
    if let near = NearestName.find(name, among: functions) { return near }
    // What stands behind a prefix is the script's choice.
    guard let end = name.firstIndex(of: "_") else { return nil }
    return NearestName.find(String(name[...end]), among: prefixes).map {
      $0 + name[name.index(after: end)...]
    }
  }
}
