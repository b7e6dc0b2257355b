public import Geo
public import GeoRender
import Glibc
import LuaBridge

/// The names of pictures, from the word after `--map`.
///
/// - Shape: a path that ends in `.png`, `.svg` or `.pdf`; its last part may hold `{device}`, `{map}` and `{n}`.
/// - Source: PI-1.
public struct PictureName: Sendable, Hashable {
  public let format: Picture.Format
  /// With its slash; empty for the working directory.
  let folder: String
  /// The pieces of the name without its ending.
  private let parts: [Part]
  private let ending: String

  private enum Part: Sendable, Hashable {
    case text(String)
    case device, map, number
  }

  /// - Errors: ``GeoError`` `usage` for an ending or a placeholder that does not exist.
  public init(_ path: String) throws(GeoError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    folder = String(path.dropLast(name.count))
    guard let dot = name.lastIndex(of: "."),
      let format = Picture.Format(rawValue: name[name.index(after: dot)...].lowercased())
    else { throw GeoError(.usage, "a picture's name must end in .png, .svg or .pdf", at: path) }
    self.format = format
    ending = String(name[dot...])
    guard !folder.contains("{") else {
      throw GeoError(
        .usage, "only the last part of a picture's path can hold {device}, {map} or {n}", at: path)
    }
    parts = try PictureName.parts(String(name[..<dot]), path)
  }

  private static func parts(_ name: String, _ path: String) throws(GeoError) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      switch rest[rest.index(after: open)..<close] {
      case "device": parts.append(.device)
      case "map": parts.append(.map)
      case "n": parts.append(.number)
      case let other:
        let advice = NearestName.advice(String(other), among: ["device", "map", "n"])
        throw GeoError(
          .usage, "a picture's name can hold {device}, {map} and {n}, not {\(other)}\(advice)", at: path)
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// The path with empty placeholders and no suffix.
  var plain: String { path(device: "", map: "", number: "", suffix: "") }

  private func path(device: String, map: String, number: String, suffix: String) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .device: name += device
      case .map: name += map
      case .number: name += number
      }
    }
    return folder + name + suffix + ending
  }
}

extension PictureName {
  /// Whether a file beside the pictures has a name that one of them may get: numbers stand where numbers will be, and any
  /// text stands for a device unless it is all of the name.
  func mayBe(_ name: Substring) -> Bool {
    guard name.hasSuffix(ending) else { return false }
    var rest = name.dropLast(ending.count)
    var hasText = false
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let text):
        hasText = true
        let isAfterDevice = index > 0 && parts[index - 1] == .device
        guard let place = rest.firstRange(of: text), isAfterDevice || place.lowerBound == rest.startIndex
        else {
          return false
        }
        rest = rest[place.upperBound...]
      case .map, .number: rest = rest.drop { $0.isASCII && $0.isNumber }
      case .device: if index == parts.count - 1 { return hasText }
      }
    }
    // A suffix tells pictures of one name apart: -2, -0001, -1.2.
    return rest.isEmpty || rest.first == "-" && rest.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
  }
}

/// Pictures at the end of a run.
extension PictureName {
  /// A map view, by its device and its number there.
  struct Subject: Sendable {
    var device: String
    var map: Int
  }

  /// Returns a path for each of the pictures, which are in order of device and creation. If the placeholders
  /// do not distinguish two of them, the second one gets `-2`.
  func paths(of subjects: [Subject]) -> [String] {
    var taken: Set<String> = []
    var counts: [String: Int] = [:]
    var paths: [String] = []
    for (index, subject) in subjects.enumerated() {
      let device = DeviceFileName.of(subject.device)
      func path(_ suffix: String) -> String {
        self.path(device: device, map: String(subject.map), number: String(index + 1), suffix: suffix)
      }
      let plain = path("")
      var found = plain
      while !taken.insert(found).inserted {
        counts[plain, default: 1] += 1
        found = path("-\(counts[plain] ?? 0)")
      }
      paths.append(found)
    }
    return paths
  }

  /// The path of the automatic picture, which shows all devices.
  var ofAll: String { path(device: "all", map: "1", number: "1", suffix: "") }
}

/// Pictures during a run: each name depends only on what the picture shows, not on later pictures.
extension PictureName {
  /// Returns the path of frame `number`.
  ///
  /// - Parameters:
  ///   - device: nil for the automatic picture, which shows all devices.
  ///   - deviceNumber: from 1, in the order of first appearance.
  func frame(_ number: Int, device: String?, deviceNumber: Int = 1, map: Int = 1) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let namesDevice = parts.contains(.device) || deviceNumber == 1
    let namesMap = parts.contains(.map) || map == 1
    var suffix =
      switch (namesDevice, namesMap) {
      case (true, true): ""
      case (false, true): "-\(deviceNumber)"
      case (true, false): parts.contains(.device) ? "-\(map)" : "-1.\(map)"
      case (false, false): "-\(deviceNumber).\(map)"
      }
    if !parts.contains(.number) { suffix += "-\(padded)" }
    return path(
      device: device.map(DeviceFileName.of) ?? "all", map: String(map), number: padded, suffix: suffix)
  }
}
