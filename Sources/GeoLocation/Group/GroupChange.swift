import GeoCore

extension DeviceEvent {
  /// The group in which a file names its device, which has sent nothing yet.
  var namingGroup: String? {
    guard case .message(let message) = payload, message.isNaming else { return nil }
    return message.groupName
  }

  /// Whether its device changes to another group than `name`.
  func leaves(_ name: String) -> Bool {
    guard case .message(let message) = payload, let group = message.groupName else { return false }
    return group != name
  }
}

extension DeviceMessage {
  /// The form of the attributes that name a device's group.
  public static let groupForm = "group"

  /// A device's change to a group.
  public init(group: String) { self.init(group: group, also: []) }

  /// A recorded change, as the group that the device leaves has handled it.
  public init(group: String, leaving old: String) { self.init(group: group, also: [("in", .string(old))]) }

  /// Recorded where a file names the device in a group before its first event.
  public init(naming group: String) { self.init(group: group, also: [("named", .bool(true))]) }

  /// Recorded where the next events of the device are those of another group than its last ones.
  public init(route group: String) { self.init(group: group, also: [("route", .bool(true))]) }

  private init(group: String, also members: [(name: String, value: JSONValue)]) {
    self.init(
      .attributes, form: DeviceMessage.groupForm,
      json: JSONValue.object([("group", .string(group))] + members).description)
  }

  var isNaming: Bool { if case .bool(true)? = groupField("named") { true } else { false } }

  /// Whether it only says whose the next events are.
  public var isRoute: Bool { if case .bool(true)? = groupField("route") { true } else { false } }

  /// Of a recorded change: the group that has handled it.
  public var handlingGroup: String? {
    if case .string(let name)? = groupField("in") { return name }
    return groupName
  }

  private func groupField(_ name: String) -> JSONValue? {
    guard kind == .attributes, form == DeviceMessage.groupForm else { return nil }
    return (try? JSONParser.parse(json))?[name]
  }

  /// The group that the device changes to; nil for any other message.
  public var groupName: String? {
    guard case .string(let name)? = groupField("group") else { return nil }
    return name
  }
}
