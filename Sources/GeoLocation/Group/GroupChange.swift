import GeoCore

extension DeviceEvent {
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
  public init(group: String) {
    self.init(
      .attributes, form: DeviceMessage.groupForm,
      json: JSONValue.object([("group", .string(group))]).description)
  }

  /// The group that the device changes to; nil for any other message.
  public var groupName: String? {
    guard kind == .attributes, form == DeviceMessage.groupForm, let value = try? JSONParser.parse(json),
      case .string(let name)? = value["group"]
    else { return nil }
    return name
  }
}
