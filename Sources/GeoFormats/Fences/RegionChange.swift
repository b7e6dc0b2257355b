public import Geo

/// Another value for a property of a region, to see what would be: `home.radius=150`.
public struct RegionChange: Sendable, Hashable {
  public let identifier: String
  /// A property of a fence file: `radius`, `enterDelay` …
  public let property: String
  /// Its value as JSON.
  public let value: String
  /// The word as given.
  public let word: String

  /// - Parameters:
  ///   - word: `IDENTIFIER.PROPERTY=VALUE`; the identifier may have dots.
  ///   - nearest: finds the name that was probably meant.
  /// - Errors: ``GeoError`` `usage` for any other form, and for an unknown property.
  public init(
    _ word: String, nearest: (_ name: String, _ candidates: [String]) -> String? = { _, _ in nil }
  ) throws(GeoError) {
    self.word = word
    let fault = GeoError(
      .usage, "--what-if takes IDENTIFIER.PROPERTY=VALUE, such as home.radius=150, got '\(word)'")
    guard let equals = word.lastIndex(of: "="), let dot = word[..<equals].lastIndex(of: ".") else {
      throw fault
    }
    identifier = String(word[..<dot])
    property = String(word[word.index(after: dot)..<equals])
    let text = String(word[word.index(after: equals)...])
    guard !identifier.isEmpty, !text.isEmpty else { throw fault }
    guard RegionChange.properties.contains(property) else {
      let list = RegionChange.properties.joined(separator: ", ")
      let advice = nearest(property, RegionChange.properties).map { " (did you mean '\($0)'?)" } ?? ""
      throw GeoError(.usage, "--what-if: there is no property '\(property)'\(advice) (expected \(list))")
    }
    // A word such as that of accuracyMode needs no quotes.
    value = (try? JSONParser.parse(text)) == nil ? JSONValue.string(text).description : text
  }

  /// The properties that may be changed: those of shapes, and the values of fences.
  static let properties = ["radius", "width"] + InputTables.fenceValues.map(\.name)

  /// Returns the region with the other value; the same region if another one is meant.
  ///
  /// - Parameter timeZones: the zones of schedules.
  /// - Errors: ``GeoError`` `data` if the region cannot have this value.
  public func applied(
    to region: MonitoredRegion, timeZones: @escaping FenceFile.TimeZones = FenceFile.fixedTimeZones
  ) throws(GeoError) -> MonitoredRegion {
    guard region.identifier == identifier else { return region }
    let isCircle = region.shape == nil
    let isCorridor: Bool = if case .corridor? = region.shape { true } else { false }
    guard property != "radius" || isCircle, property != "width" || isCorridor else {
      throw GeoError(
        .data, "--what-if \(word): the region is no \(property == "radius" ? "circle" : "corridor")")
    }
    let list = FenceList("--what-if \(word)", desiredAccuracy: 0, timeZones: timeZones)
    try GeoJSONFences(list).read(changed(GeoJSON.feature(region)))
    guard list.regions.count == 1, list.skips.total == 0 else {
      throw GeoError(.data, list.firstFault ?? "makes no region", at: "--what-if \(word)")
    }
    return list.regions[0]
  }

  /// A region as a Feature with the other value.
  private func changed(_ feature: JSONValue) throws(GeoError) -> JSONValue {
    guard case .object(var members) = feature,
      let index = members.firstIndex(where: { $0.name == "properties" }),
      case .object(var properties) = members[index].value
    else { return feature }
    properties.removeAll { $0.name == property }
    properties.append((property, try JSONParser.parse(value)))
    members[index].value = .object(properties)
    return .object(members)
  }
}
