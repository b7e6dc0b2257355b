public import LuaBridge

/// What one instance of a script stands for: `geoscript.app{ per = "group" }`, its first statement.
///
/// - Source: GR-1, GR-2.
public enum ScriptUnit: String, Sendable, CaseIterable {
  case device, group, run

  /// What to write instead of this unit.
  public var words: String { "write geoscript.app{ per = \"device\" }" }

  static let example = "geoscript.app{ per = \"group\" }"

  /// What `geoscript check` finds: an error in the statement, or variables that a restarted group would lose.
  public static func findings(in script: String, called source: String) -> [LuaDiagnostic] {
    let (unit, fault) = declared(in: script, called: source)
    if let fault { return [fault] }
    guard unit != .device else { return [] }
    return LostVariables.warnings(in: script, called: source) {
      "keep it in the table store of the group (geoscript.store.\($0)), which --state saves"
    }
  }

  /// Reads the unit of a script without running it; a script that says nothing is one for each device.
  ///
  /// - Parameter source: the script's name in messages.
  public static func declared(
    in script: String, called source: String
  ) -> (unit: ScriptUnit, fault: LuaDiagnostic?) {
    let call = DeclaredCall(of: "geoscript", "app", example: example, in: script, called: source)
    if let fault = call.fault { return (.device, fault) }
    guard let fields = call.fields else { return (.device, nil) }
    func refuse(_ field: DeclaredCall.Field?, _ message: String) -> (ScriptUnit, LuaDiagnostic?) {
      (
        .device,
        LuaDiagnostic(
          severity: .error, source: source, line: field?.line ?? 1, column: field?.column ?? 1,
          message: "geoscript.app: \(message) (write \(example))")
      )
    }
    if let other = fields.first(where: { $0.name != "per" }) {
      let advice = NearestName.advice(other.name, among: ["per"])
      return refuse(other, "unknown field '\(other.name)'\(advice)")
    }
    guard let field = fields.first else { return refuse(nil, "field 'per' is missing") }
    let units = "\"device\", \"group\" or \"run\""
    guard let text = field.text else { return refuse(field, "'per' must be a quoted string, \(units)") }
    guard let unit = ScriptUnit(rawValue: text) else {
      return refuse(field, "'per' is \(units), got \"\(text)\"")
    }
    return (unit, nil)
  }
}
