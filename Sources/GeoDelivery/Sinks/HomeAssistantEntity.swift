import Geo

/// An entity that Home Assistant learns of by MQTT discovery.
///
/// - Source: home-assistant.io/integrations/mqtt, "MQTT Discovery", and the pages of the four components.
struct HomeAssistantEntity: Hashable {
  enum Kind: Hashable {
    /// Where a device is.
    case tracker
    /// The alerts of a device.
    case alerts
    /// Whether a device is in a region.
    case occupancy(region: String)
    /// How many devices are in a region.
    case count(region: String)
  }

  var kind: Kind
  /// Empty for a count.
  var device = ""

  private var component: String {
    switch kind {
    case .tracker: "device_tracker"
    case .alerts: "event"
    case .occupancy: "binary_sensor"
    case .count: "sensor"
    }
  }

  /// Unique, and made of letters, digits, `_` and `-` alone.
  private var id: String {
    switch kind {
    case .tracker: HomeAssistantEntity.id(device)
    case .alerts: HomeAssistantEntity.id(device) + "_alerts"
    case .occupancy(let region): HomeAssistantEntity.id(device) + "_in_" + HomeAssistantEntity.id(region)
    case .count(let region): "count_" + HomeAssistantEntity.id(region)
    }
  }

  /// A name as a part of topics: two names never become one.
  static func id(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      plain += isPlain ? String(scalar).lowercased() : "_"
    }
    guard plain != name || name.isEmpty else { return plain }
    var hash = FNV1a()
    hash.combine(name)
    return plain.prefix(40) + "_" + String(hash.value & 0xffff_ffff, radix: 36)
  }

  func configTopic(_ address: HomeAssistantAddress) -> String {
    "\(address.prefix)/\(component)/\(address.base)/\(id)/config"
  }

  /// The topic of its value.
  func valueTopic(_ address: HomeAssistantAddress) -> String { "\(address.base)/\(component)/\(id)" }

  /// What Home Assistant must know of it.
  func config(_ address: HomeAssistantAddress) -> JSONValue {
    let topic = JSONValue.string(valueTopic(address))
    var members: [(name: String, value: JSONValue)] = [
      ("unique_id", .string("\(address.base)_\(id)")), ("object_id", .string("\(address.base)_\(id)")),
    ]
    switch kind {
    case .tracker:
      members += [("name", .null), ("json_attributes_topic", topic), ("source_type", .string("gps"))]
    case .alerts:
      members += [
        ("name", .string("Alerts")), ("state_topic", topic),
        ("event_types", .array(["alert", "enter", "exit", "dwell"].map { .string($0) })),
      ]
    case .occupancy(let region):
      members += [
        ("name", .string("In \(region)")), ("state_topic", topic), ("device_class", .string("occupancy")),
      ]
    case .count(let region):
      members += [
        ("name", .string("In \(region)")), ("state_topic", topic), ("state_class", .string("measurement")),
        ("icon", .string("mdi:map-marker-radius")),
      ]
    }
    // A tracker keeps its last place when the run is over.
    if kind != .tracker { members.append(("availability_topic", .string(address.status))) }
    let name = device.isEmpty ? "Regions" : device
    members.append(
      (
        "device",
        .object([
          ("identifiers", .array([.string("\(address.base)_\(HomeAssistantEntity.id(name))")])),
          ("name", .string(name)), ("manufacturer", .string("geoscript")),
          ("sw_version", .string(Product.version)),
        ])
      ))
    members.append(
      ("origin", .object([("name", .string("geoscript")), ("sw_version", .string(Product.version))])))
    return .object(members)
  }
}
