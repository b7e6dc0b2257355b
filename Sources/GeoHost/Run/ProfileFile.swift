public import Geo
import GeoDelivery
import GeoLua
import LuaBridge

/// The device profile of `--profile`: a preset or a JSON file.
public enum ProfileFile {
  /// Returns the profile of that name, or from the file of that path.
  ///
  /// - Shape: a word with a slash or the ending `.json` is a path; fields missing from the file are those of
  ///   its `base`, or of `default`.
  /// - Errors: ``GeoError`` `usage` for an unknown name, `noInput` for a file that cannot be read, `data` for
  ///   errors inside it.
  public static func profile(_ text: String) throws(GeoError) -> DeviceProfile {
    if let preset = DeviceProfile.presets.first(where: { $0.name == text }) { return preset }
    guard text.contains("/") || text.hasSuffix(".json") else {
      let names = DeviceProfile.presets.map(\.name)
      throw GeoError(
        .usage,
        "--profile takes \(names.joined(separator: ", ")) or a file (.json), got '\(text)'"
          + NearestName.advice(text, among: names))
    }
    return try read(text)
  }

  private static func read(_ path: String) throws(GeoError) -> DeviceProfile {
    try MissingFile.check(path, "file", endings: [".json"], for: "--profile")
    let text = try TextFile.read(path)
    let json: JSONValue
    do {
      json = try JSONParser.parse(text)
    } catch {
      throw GeoError(.data, error.message, at: path)
    }
    var profile = DeviceProfile.default
    do {
      try ProfileChange(json).apply(to: &profile)
    } catch {
      let advice = error.name.map { NearestName.advice($0, among: error.known) } ?? ""
      throw GeoError(.data, "\(error)\(advice)", at: place(of: error.path, in: text, path))
    }
    let file = path.split(separator: "/").last ?? ""
    profile.name = file.hasSuffix(".json") ? String(file.dropLast(5)) : String(file)
    return profile
  }

  /// The file with the line of the field, if its name is written without escapes.
  private static func place(of field: String, in text: String, _ path: String) -> String {
    var start = text.startIndex
    for name in field.split(separator: ".", omittingEmptySubsequences: true) {
      guard let found = position(of: "\"\(name)\"", in: text, from: start) else { return path }
      start = found
    }
    guard !field.isEmpty else { return path }
    let line = text[..<start].utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return "\(path):\(line)"
  }

  /// The end of the first `name` that is followed by a colon.
  private static func position(of name: String, in text: String, from start: String.Index) -> String.Index? {
    var rest = text[start...]
    while let range = rest.firstRange(of: name) {
      if rest[range.upperBound...].first(where: { !$0.isWhitespace }) == ":" { return range.upperBound }
      rest = rest[range.upperBound...]
    }
    return nil
  }
}
