public import Geo
public import LuaBridge

extension MKLocalSearchCompletion: LuaObject {
  static func bind(_ c: LuaBinder<MKLocalSearchCompletion>) {
    c.summary("A name that begins with what was typed; `MKLocalSearchRequest(completion)` looks for it.")
    c.property("title", .none, "The name.") { $0.title }
    c.property("subtitle", .none, "Where it is; empty if unknown.") { $0.subtitle }
    c.property(
      "titleHighlightRanges", .none,
      "Where the typed words stand in `title`: tables with `location`, the bytes before, and `length`."
    ) { HighlightRanges($0.titleHighlightRanges) }
    c.property(
      "subtitleHighlightRanges", .none,
      "Where the typed words stand in `subtitle`: tables with `location`, the bytes before, and `length`."
    ) { HighlightRanges($0.subtitleHighlightRanges) }
  }
}

/// Ranges as `NSRange` has them.
private struct HighlightRanges: LuaValue {
  static var luaType: String { "table[]" }
  let ranges: [Range<Int>]

  init(_ ranges: [Range<Int>]) { self.ranges = ranges }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> HighlightRanges {
    throw LuaMismatch("ranges cannot be set")
  }

  func push(_ stack: LuaStack) {
    let tables = ranges.map { range in
      JSONValue.object([
        ("location", .number(Double(range.lowerBound))), ("length", .number(Double(range.count))),
      ])
    }
    ScriptJSON.push(.array(tables), stack)
  }
}

extension MKLocalSearchCompleter: LuaObject {
  static func bind(_ c: LuaBinder<MKLocalSearchCompleter>) {
    c.summary(
      "Completes the beginning of a name: each `queryFragment` asks again, and the delegate hears the answer."
    )
    c.initializer { [unowned machine = c.machine] in make(try RunningScript.current(machine)) }
    let names = CompleterNames(c.machine)
    c.delegate(
      "delegate", protocol: "MKLocalSearchCompleterDelegate",
      "The delegate: a table of functions that hears of results."
    ) { [unowned machine = c.machine] completer, table in
      let delegate = try table.map {
        ScriptedCompleterDelegate($0, names: names, script: try RunningScript.current(machine))
      }
      // The completer's own reference to its delegate is weak.
      completer.attachment = delegate
      completer.delegate = delegate
    }
    c.property(
      "queryFragment", .none, "What has been typed: setting it searches; an empty text forgets the results.",
      get: { $0.queryFragment },
      set: { [unowned machine = c.machine] (me: MKLocalSearchCompleter, text: String) in
        try machine.charge(text, as: "queryFragment", to: &me.memory)
        try me.setQueryFragment(text)
      })
    c.property(
      "region", .none, "The area whose places come first; nil for none.", get: { $0.region },
      set: { try $0.setRegion($1) })
    c.property(
      "resultTypes", .one, "Which kinds of places to find, a sum of `MKLocalSearchCompleterResultType…`.",
      get: { $0.resultTypes.rawValue },
      set: { try $0.setResultTypes(MKLocalSearchCompleterResultType(rawValue: $1)) })
    c.property(
      "pointOfInterestFilter", .none,
      "Which points of interest to find; nil for all. Photon knows categories, the gazetteer does not.",
      get: { $0.pointOfInterestFilter }, set: { try $0.setPointOfInterestFilter($1) })
    c.property("results", .none, "The names found, the best first.") { $0.results }
    c.property("isSearching", .none, "Whether a search runs.") { $0.isSearching }
    c.property("searching", .none, "The Objective-C name of `isSearching`.") { $0.isSearching }
    c.method("cancel", "Ends the search; the delegate gets no call.") { $0.cancel() }
  }

  /// Makes a completer on the script's device. Its userdata keeps the delegate, and lives at least until the result.
  private static func make(_ script: RunningScript) -> MKLocalSearchCompleter {
    let completer = MKLocalSearchCompleter(device: script.device)
    completer.onHoldChange = { [unowned completer, unowned script] isHeld in
      if isHeld { script.environment.hold(completer) } else { script.environment.letGo(completer) }
    }
    return completer
  }

  /// The functions that a completer's delegate may implement.
  static let delegateRecord = LuaCatalog.Delegate(
    name: "MKLocalSearchCompleterDelegate", summary: "Functions that a completer calls.",
    functions: [
      LuaCatalog.DelegateFunction(
        LuaCatalog.Function(
          "completerDidUpdateResults", [.init("completer", "MKLocalSearchCompleter")],
          summary: "`results` are new; they may be none."), selector: "completerDidUpdateResults:"),
      LuaCatalog.DelegateFunction(
        LuaCatalog.Function(
          "didFailWithError", [.init("completer", "MKLocalSearchCompleter"), .init("error", "NSError")],
          summary: "The search failed."), selector: "completer:didFailWithError:"),
    ])
}

/// The names of the delegate's functions, kept ready in one machine.
struct CompleterNames {
  let completerDidUpdateResults: LuaName
  let didFailWithError: LuaName

  init(_ machine: LuaMachine) {
    completerDidUpdateResults = machine.name("completerDidUpdateResults")
    didFailWithError = machine.name("didFailWithError")
  }
}

/// Forwards a completer's callbacks to the script's delegate table.
///
/// Owned by its completer as attachment.
final class ScriptedCompleterDelegate: MKLocalSearchCompleterDelegate {
  private let table: LuaDelegate
  private let names: CompleterNames
  private unowned let script: RunningScript

  init(_ table: LuaDelegate, names: CompleterNames, script: RunningScript) {
    (self.table, self.names, self.script) = (table, names, script)
  }

  func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) throws {
    let function = names.completerDidUpdateResults
    _ = try script.recordCall(
      if: { table.implements(function) ?? true },
      {
        .call(
          name: "completerDidUpdateResults",
          fields: [
            ("queryFragment", .string(completer.queryFragment)),
            ("results", .number(Double(completer.results.count))),
          ])
      }
    ) {
      try table.call(function) { stack in
        completer.push(stack)
        return 1
      }
    }
  }

  func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: NSError) throws {
    let function = names.didFailWithError
    _ = try script.recordCall(
      if: { table.implements(function) ?? true },
      { .call(name: "didFailWithError", fields: error.fields) }
    ) {
      try table.call(function) { stack in
        completer.push(stack)
        error.push(stack)
        return 2
      }
    }
  }
}
