import CSimdJSON
public import Geo
import Glibc
import Synchronization

/// Changes a file of fences one Feature at a time; everything else in it stays as it is.
///
/// - Shape: a FeatureCollection of GeoJSON; one Feature a line when it is written.
/// - Source: HO-116.
public final class FenceEditor: Sendable {
  /// The name of the file, without its folder.
  public let name: String
  private let path: String
  private let timeZones: FenceFile.TimeZones
  /// One change at a time.
  private let turn = Mutex(())

  /// The most bytes of a file.
  static let limit = 64 << 20
  /// The most bytes of an identifier.
  static let mostName = 200
  /// Regions beyond this number are not listed.
  static let mostListed = 2_000

  /// - Errors: ``GeoError`` `usage` for a file that is not a FeatureCollection; `noInput` if it cannot be read.
  public init(
    _ path: String, timeZones: @escaping FenceFile.TimeZones = FenceFile.fixedTimeZones
  ) throws(GeoError) {
    // A link is followed: its target is what others read.
    self.path = absolutePath(path)
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.timeZones = timeZones
    _ = try collection()
  }

  /// The regions as Features, in the order of the file, and how many more there are.
  public func regions() throws(GeoError) -> (features: [JSONValue], more: Int) {
    let all = try FenceFile.read(path, desiredAccuracy: 0, formats: .geoJSON, timeZones: timeZones).regions
    return (
      all.prefix(FenceEditor.mostListed).map(GeoJSON.feature), max(0, all.count - FenceEditor.mostListed)
    )
  }

  /// Puts a Feature in place of the last one with its identifier, or at the end.
  ///
  /// The shape and its `radius` or `width` are taken; other values of the Feature before stay.
  ///
  /// - Returns: the identifier, and the name of the copy of the file as it was; nil if nothing has changed.
  /// - Errors: ``GeoError`` `data` for a Feature that is not one region; those of reading and writing.
  @discardableResult
  public func save(_ feature: JSONValue) throws(GeoError) -> (id: String, kept: String?) {
    try change { file throws(GeoError) in
      guard let id = feature["id"]?.text, !id.isEmpty, id.utf8.count <= FenceEditor.mostName,
        !id.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else {
        throw GeoError(.data, "a fence needs a name of at most \(FenceEditor.mostName) bytes")
      }
      let place = file.features.lastIndex { identifier(of: $0) == id }
      let new = FenceEditor.merged(place.map { file.features[$0] }, with: feature, id: id)
      let list = FenceList(id, desiredAccuracy: 0, timeZones: timeZones)
      try GeoJSONFences(list).read(new)
      guard list.regions.count == 1, list.skips.total == 0, list.regions[0].identifier == id else {
        throw GeoError(.data, list.firstFault ?? "this makes no region", at: id)
      }
      if let place { file.features[place] = new } else { file.features.append(new) }
      return id
    }
  }

  /// Removes all Features with an identifier.
  ///
  /// - Returns: the name of the copy of the file as it was.
  /// - Errors: ``GeoError`` `data` if there are none; those of reading and writing.
  @discardableResult
  public func remove(_ id: String) throws(GeoError) -> String? {
    try change { file throws(GeoError) in
      let count = file.features.count
      file.features.removeAll { identifier(of: $0) == id }
      guard file.features.count < count else {
        throw GeoError(.data, "\(name) has no fence called '\(id)'")
      }
    }.kept
  }

  // MARK: The file

  private struct Collection {
    var members: [(name: String, value: JSONValue)]
    var features: [JSONValue]
    let bytes: [UInt8]
    let mode: mode_t
  }

  private func change<Answer: Sendable>(
    _ body: (inout Collection) throws(GeoError) -> Answer
  ) throws(GeoError) -> (id: Answer, kept: String?) {
    try turn.withLock { _ throws(GeoError) in
      var file = try collection()
      let answer = try body(&file)
      let text = Array(FenceEditor.text(file).utf8)
      guard text != file.bytes else { return (answer, nil) }
      let copy = try freeName()
      try replace(path + copy, with: file.bytes, file.mode)
      try replace(path, with: text, file.mode)
      return (answer, name + copy)
    }
  }

  /// The ending of a new copy: `.old`, or else the first free one of `.old.1`, `.old.2` …, which exists from now on.
  private func freeName() throws(GeoError) -> String {
    var number = 0
    while true {
      let ending = number == 0 ? ".old" : ".old.\(number)"
      let file = open(path + ending, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 {
        close(file)
        return ending
      }
      guard errno == EEXIST else { throw AtomicFile.failure(.cannotCreate, path + ending) }
      number += 1
    }
  }

  private func collection() throws(GeoError) -> Collection {
    let fault = GeoError(
      .usage, "the page changes fences in a FeatureCollection of GeoJSON, and this file is another", at: path
    )
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AtomicFile.failure(.noInput, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= FenceEditor.limit
    else { throw fault }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard read(descriptor, &bytes, bytes.count) == bytes.count else { throw fault }
    let text = bytes.beginsWithMark ? bytes[3...] : bytes[...]
    guard let string = String(validating: text, as: UTF8.self),
      case .object(let members)? = try? JSONParser.parse(string),
      members.contains(where: { $0.name == "type" && $0.value.text == "FeatureCollection" }),
      case .array(let features)? = members.last(where: { $0.name == "features" })?.value
    else { throw fault }
    return Collection(
      members: members.filter { $0.name != "features" }, features: features, bytes: bytes,
      mode: status.st_mode & 0o777)
  }

  /// The identifier as the reader of fences takes it; nil for a Feature that is not a region.
  private func identifier(of feature: JSONValue) -> String? {
    let list = FenceList("", desiredAccuracy: 0, timeZones: timeZones)
    try? GeoJSONFences(list).read(feature)
    return list.regions.first?.identifier
  }

  private static func text(_ file: Collection) -> String {
    var text = "{"
    for (name, value) in file.members { text += "\(JSONValue.string(name)):\(value)," }
    text += "\"features\":["
    for (index, feature) in file.features.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += feature.description
    }
    return text + "\n]}\n"
  }

  private static func merged(_ old: JSONValue?, with new: JSONValue, id: String) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [("type", .string("Feature")), ("id", .string(id))]
    var properties: [(name: String, value: JSONValue)] = []
    if case .object(let known)? = old {
      members = known.filter { !["bbox", "geometry", "properties"].contains($0.name) }
      if case .object(let values)? = old?["properties"] {
        properties = values.filter { !["radius", "width", "shape"].contains($0.name) }
      }
    }
    for name in ["radius", "width"] {
      if let value = new["properties"]?[name] { properties.append((name, value)) }
    }
    return .object(
      members + [("properties", .object(properties)), ("geometry", new["geometry"] ?? .null)])
  }

  /// Replaces a file atomically, with these permissions from its first byte on.
  private func replace(_ path: String, with bytes: [UInt8], _ mode: mode_t) throws(GeoError) {
    let draft = "\(path).\(getpid()).part"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw AtomicFile.failure(.cannotCreate, path) }
    guard writeAll(file, bytes), fchmod(file, mode) == 0, fsync(file) == 0, rename(draft, path) == 0 else {
      let failure = AtomicFile.failure(.inputOutput, path)
      close(file)
      unlink(draft)
      throw failure
    }
    close(file)
  }
}
