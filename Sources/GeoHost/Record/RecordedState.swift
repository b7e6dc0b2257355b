import Geo
import GeoFormats
import GeoLua
import GeoStore

/// The state that a recorded run began from, as its recording keeps it.
///
/// - Shapes: the first line has `state` with the number of devices, how they continue, and the number of lines whose
///   `state` is a part of a SQLite database, packed by gzip, in Base64.
/// - Source: HO-154.
package struct RecordedState {
  static let member = "state"

  private let devices: Int
  private let saved: SavedState
  private let parts: [JSONValue]

  /// The most bytes of a part; a line has four characters for three of them.
  private static let most = 192 << 10
  /// The most bytes of a database.
  private static let limit = 1 << 31

  /// - Parameter device: the only one that is kept; nil for all.
  /// - Returns: nil if no run before has left a device.
  /// - Errors: ``GeoError`` of the state.
  init?(_ saved: SavedState, only device: String? = nil) throws(GeoError) {
    guard !saved.isNew else { return nil }
    let members = try saved.store.groupEntries().filter { !$0.isGroup }
    devices = device == nil ? Set(try saved.store.devices().map(\.name) + members.map(\.name)).count : 1
    guard devices > 0 else { return nil }
    let packed = Gzip.packed(try saved.store.recordedImage(only: device))
    self.saved = saved
    parts = stride(from: 0, to: packed.count, by: RecordedState.most).map { start in
      .string(Base64Text.encode(packed[start..<min(start + RecordedState.most, packed.count)]))
    }
  }

  /// The members of the first line, without the state's lines where positions must not be read.
  func beginning(isMasked: Bool) -> [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = [("devices", .integer(Int64(devices)))]
    if !isMasked {
      let resumption = saved.resumption
      members += [
        ("lines", .integer(Int64(parts.count))), ("live", .bool(saved.isLive)),
        ("input", .bool(resumption.continuesInput)), ("clock", .bool(resumption.continuesClock)),
        ("background", .bool(resumption.waitsForEvents)), ("timers", .bool(saved.keepsTimers)),
      ]
    }
    return [(RecordedState.member, .object(members))]
  }

  /// The members of the lines that follow.
  var lines: [(name: String, value: JSONValue)] { parts.map { (RecordedState.member, $0) } }

  // MARK: Reading

  /// What a replay of these sources begins from; nil if they have no state of their common beginning.
  ///
  /// - Errors: ``GeoError`` `data` if it is damaged, or of a newer version.
  static func saved(in sources: [String]) throws(GeoError) -> SavedState? {
    guard let path = source(among: sources), let facts = RecordedRun.head(of: path)?[member] else {
      return nil
    }
    var packed: [UInt8] = []
    try RecordingLines.each(in: path) { line in
      if let text = line[member]?.text { packed += Base64.decode(text.utf8) ?? [] }
    }
    guard let image = Inflate.gzip(packed, limit: limit) else {
      throw GeoError(.data, "the state that its run began from is damaged", at: path)
    }
    func flag(_ name: String) -> Bool { if case .bool(true)? = facts[name] { true } else { false } }
    let store = try StateStore(inMemory: path, image: image, zones: { try? ZoneInfo.rules($0) })
    return SavedState(
      store,
      resumption: .init(
        continuesInput: flag("input"), continuesClock: flag("clock"), waitsForEvents: flag("background")),
      keepsTimers: flag("timers"), isNew: false, isLive: flag("live"))
  }

  /// The recording with the state, if all sources are parts of it: other events may have come before.
  static func source(among sources: [String]) -> String? {
    var starts: Set<String> = []
    var found: String?
    for path in sources {
      guard let head = RecordedRun.head(of: path), let start = head["started"]?.text else { return nil }
      starts.insert(start)
      if head[member]?["lines"] != nil, head["part"]?.double == 1 { found = path }
    }
    return starts.count == 1 ? found : nil
  }

  /// Whether a file is a recording with a state before its events.
  static func isIn(_ path: String) -> Bool { RecordedRun.head(of: path)?[member]?["lines"] != nil }

  /// What a replay of the sources does not know, though the recorded runs did.
  package static func notes(_ sources: [String]) -> [String] {
    guard source(among: sources) == nil else { return [] }
    return sources.compactMap { path in
      guard let head = RecordedRun.head(of: path), let facts = head[member],
        let devices = facts["devices"]?.double.flatMap({ Int(exactly: $0) })
      else { return nil }
      let reason =
        if facts["lines"] == nil {
          "what happened before is not in the recording"
        } else if head["part"]?.double != 1 {
          "it is in the first part of the recording"
        } else {
          "it counts only if the recording is played alone"
        }
      return "\(path): the run began from a state with \(counted(devices, "device")) (--state): \(reason)"
    }
  }
}

extension Run {
  /// What a replay begins from; nil with `--state`. Says what of the recorded beginnings the replay does not have.
  ///
  /// - Errors: those of ``RecordedState/saved(in:)``.
  func recordedState(_ output: Output) throws(GeoError) -> SavedState? {
    for note in RecordedState.notes(options.sources) { output.note(note) }
    guard options.state != nil else { return try RecordedState.saved(in: options.sources) }
    if let path = RecordedState.source(among: options.sources) {
      output.note("\(path): the state that its run began from is not used, because --state has one")
    }
    return nil
  }
}
