public import Geo

extension ScriptRecord.Content {
  /// A question to the user, `prompt`, or its answer, `answer`; nil for other notices.
  public init?(_ notice: Device.Notice) {
    switch notice {
    case .asked(let prompt): self = .prompt(name: "prompt", fields: prompt.fields)
    case .answered(let prompt, let setting):
      self = .prompt(name: "answer", fields: prompt.fields + [("answer", setting.answer)])
    default: return nil
    }
  }
}

extension Prompt {
  /// The requested permission, in the words of the event log.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    switch self {
    case .services: [("prompt", .string("services"))]
    case .authorization(let wanted):
      [("prompt", .string("authorization")), ("wanted", .string("\(wanted)"))]
    }
  }
}

extension Setting {
  fileprivate var answer: JSONValue {
    switch self {
    case .services(let isOn), .network(let isOn), .airplane(let isOn): .bool(isOn)
    case .authorization(let status):
      .string(CLAuthorizationStatus(rawValue: status).map { "\($0)" } ?? String(status))
    }
  }
}
