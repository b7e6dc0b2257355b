public import GeoCore

/// Some fields of a device profile, from a profile file or an event of the log; read once, applied often.
public struct ProfileChange: Sendable, Hashable, CustomStringConvertible {
  struct Entry: Sendable, Hashable {
    /// Its index in the table.
    var field: Int
    var value: ProfileValue
  }

  /// The profile to start from; nil to change the current one.
  private(set) var base: DeviceProfile?
  /// In the order of the table.
  private(set) var entries: [Entry] = []

  /// Reads a JSON object with any of the fields.
  ///
  /// - Shape: `{"base": "iphone", "regionLimit": 5, "sensors": {"gps": false}}`; null counts as missing.
  /// - Parameter ignored: names of the outermost object that belong to others.
  public init(_ json: JSONValue, besides ignored: [String] = []) throws(ProfileFault) {
    guard case .object(let members) = json else {
      throw ProfileFault(path: "", problem: "is not a JSON object", known: [])
    }
    for (name, value) in members where !ignored.contains(name) {
      if name == "base" {
        base = try ProfileChange.preset(value)
      } else if ProfileChange.groups.contains(name) {
        try readGroup(name, value)
      } else {
        try read(name, value, in: "")
      }
    }
    entries.sort { $0.field < $1.field }
  }

  private static let groups: [String] = ["sensors", "screenSize", "settings", "answers"]

  /// The allowed names in an object.
  private static func names(in group: String) -> [String] {
    let fields = ProfileField.all.filter { $0.group == group }.map { String($0.name) }
    return group.isEmpty ? ["base"] + groups + fields : fields
  }

  private static func preset(_ json: JSONValue) throws(ProfileFault) -> DeviceProfile? {
    let known = DeviceProfile.presets.map(\.name)
    switch json {
    case .null: return nil
    case .string(let name):
      if let preset = DeviceProfile.presets.first(where: { $0.name == name }) { return preset }
      throw ProfileFault(
        path: "base", problem: "names an unknown profile \"\(name)\"", name: name, known: known)
    default: throw ProfileFault(path: "base", problem: "must be a name, not \(json)", known: known)
    }
  }

  private mutating func readGroup(_ group: String, _ json: JSONValue) throws(ProfileFault) {
    if case .null = json { return }
    guard case .object(let members) = json else {
      throw ProfileFault(
        path: group, problem: "must be an object, not \(json)", known: ProfileChange.names(in: group))
    }
    for (name, value) in members { try read(name, value, in: group) }
  }

  private mutating func read(_ name: String, _ json: JSONValue, in group: String) throws(ProfileFault) {
    let path = group.isEmpty ? name : "\(group).\(name)"
    guard let index = ProfileField.all.firstIndex(where: { $0.group == group && $0.name == name }) else {
      throw ProfileFault(
        path: path, problem: "is unknown", name: name, known: ProfileChange.names(in: group))
    }
    if case .null = json { return }
    let field = ProfileField.all[index]
    guard let value = field.form.value(json) else {
      var name: String?
      if case .string(let word) = json { name = word }
      throw ProfileFault(
        path: path, problem: "cannot be \(json)", name: name, known: field.form.words,
        expected: field.form.expected)
    }
    entries.append(Entry(field: index, value: value))
  }

  /// Applies the fields to `profile`; a base first replaces everything except its settings.
  public func apply(to profile: inout DeviceProfile) {
    if let base {
      let settings = profile.settings
      profile = base
      profile.settings = settings
    }
    for entry in entries { ProfileField.all[entry.field].set(&profile, entry.value) }
  }

  /// The same text for equal changes, whatever the order of their fields.
  public var description: String {
    let fields = entries.map { "\(ProfileField.all[$0.field].path)=\($0.value)" }
    return ((base.map { ["base=\($0.name)"] } ?? []) + fields).joined(separator: " ")
  }
}

/// What is wrong with a field of a profile.
public struct ProfileFault: Error, Sendable, CustomStringConvertible {
  /// The field with its object: `sensors.gps`; empty for the whole profile.
  public var path: String
  var problem: String
  /// The name written instead of one of ``known``.
  public var name: String?
  /// The allowed names.
  public var known: [String]
  var expected: String?

  init(path: String, problem: String, name: String? = nil, known: [String], expected: String? = nil) {
    self.path = path
    self.problem = problem
    self.name = name
    self.known = known
    self.expected = expected
  }

  public var description: String {
    let right = expected ?? known.joined(separator: ", ")
    let subject = path.isEmpty ? "" : "profile field \"\(path)\" "
    return subject + problem + (right.isEmpty ? "" : " (expected \(right))")
  }
}
