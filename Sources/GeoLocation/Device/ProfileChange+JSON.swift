public import GeoCore

extension ProfileChange {
  /// The change as JSON, which reads back as the same change.
  public var json: JSONValue {
    let fields = entries.map { (ProfileField.all[$0.field], $0.value) }
    return ProfileField.json(base: base?.name, fields)
  }
}

extension DeviceProfile {
  /// All fields as JSON; as a ``ProfileChange`` of any profile it yields this one, except for the name.
  public var json: JSONValue {
    let base = DeviceProfile.presets.contains { $0.name == name } ? name : nil
    return ProfileField.json(base: base, ProfileField.all.map { ($0, $0.get(self)) })
  }
}

extension ProfileField {
  /// Fields with their groups as objects, in the order of the table.
  fileprivate static func json(base: String?, _ fields: [(ProfileField, ProfileValue)]) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = base.map { [("base", .string($0))] } ?? []
    for (field, value) in fields {
      let entry = (name: String(field.name), value: value.json)
      if field.group.isEmpty {
        members.append(entry)
      } else if let index = members.firstIndex(where: { $0.name == field.group }),
        case .object(let others) = members[index].value
      {
        members[index].value = .object(others + [entry])
      } else {
        members.append((String(field.group), .object([entry])))
      }
    }
    return .object(members)
  }
}

extension ProfileValue {
  fileprivate var json: JSONValue {
    switch self {
    case .flag(let isTrue): .bool(isTrue)
    case .number(let number): .number(number)
    case .word(let word): .string(word)
    }
  }
}
