import Geo

/// What a condition keeps of its alert, so that it can be raised again.
extension Alert {
  /// What the script said, as JSON.
  var content: String {
    var members: [(name: String, value: JSONValue)] = [("title", .string(title)), ("body", .string(body))]
    for (name, text) in [
      ("region", region), ("event", event), ("visit", visit), ("priority", priority?.rawValue),
    ] {
      if let text { members.append((name, .string(text))) }
    }
    if group != nil, !device.isEmpty { members.append(("device", .string(device))) }
    if !fields.isEmpty { members.append(("fields", .object(fields))) }
    return JSONValue.object(members).description
  }

  /// The alert of a condition, now and where the device is now: in a group, the device that caused it.
  init?(content: String, key: String, device: Device) {
    guard let json = try? JSONParser.parse(content), let title = json["title"]?.text else { return nil }
    var fields: [(name: String, value: JSONValue)] = []
    if case .object(let members)? = json["fields"] { fields = members }
    let group = device.group
    let name = group == nil ? device.name : json["device"]?.text ?? ""
    let location: CLLocation? = group.map { $0.member(named: name)?.device.location } ?? device.location
    self.init(
      id: "", time: device.clock.now, device: name, group: group?.name, title: title,
      body: json["body"]?.text ?? "", region: json["region"]?.text, event: json["event"]?.text,
      visit: json["visit"]?.text, location: location, isInBackground: device.appState != .foreground,
      fields: fields)
    self.key = key
    priority = json["priority"]?.text.flatMap { AlertPriority(rawValue: $0) }
  }
}
