import Geo
import GeoHost
import GeoLua
import LuaBridge

/// The words that look at what the script did.
extension CaseStage {
  /// - Errors: ``TestFailure`` for what did not happen, ``LuaMessage`` for wrong arguments.
  func expect(_ verb: TestVerb, _ arguments: [JSONValue], on device: String?) throws {
    let first = arguments.first ?? .null
    let second = arguments.count > 1 ? arguments[1] : .null
    switch verb {
    case .expectAlert:
      let match = try AlertMatch(first, self, "run:expectAlert")
      try checkNames(of: match, "run:expectAlert")
      try expectEntry("an alert", match, on: device) { $0.alertJSON }
    case .expectNoAlert: try expectNoAlert(first, on: device)
    case .expectState: try expectState(first.text ?? "", second.text ?? "", on: device)
    case .expectCall:
      let name = first.text ?? ""
      let match = try AlertMatch(
        second, self, "run:expectCall", named: name,
        example: "run:expectCall(\"\(name)\", { region = \"…\" })")
      try expectEntry("a call of \(name)", match, on: device, advice: { Self.advice(forCall: name) }) {
        $0.callJSON
      }
    case .expectSent: try expectSent(first.text ?? "", second, on: device)
    case .expectPrint: try expectPrint(first.text ?? "", on: device)
    case .expectPicture: try expectPicture(first.text ?? "", second)
    case .expectFailure: try expectFailure(first.text ?? "", on: device)
    default: try expectNothingElse(on: device)
    }
  }

  /// Uses up the earliest entry that fits.
  private func expectEntry(
    _ what: String, _ match: AlertMatch, on device: String?, advice: () -> String = { "" },
    _ fields: (ScriptRecord) -> JSONValue?
  ) throws {
    var others: [String] = []
    for index in entries.indices {
      let record = entries[index].record
      guard device == nil || record.device == device, let json = fields(record) else { continue }
      let fits = match.fits(json, at: record.time)
      if entries[index].isUsed {
        if fits { others.append(record.text(in: file.timeZone) + " (an earlier expectation has used it)") }
        continue
      }
      if fits {
        entries[index].isUsed = true
        return
      }
      others.append(record.text(in: file.timeZone) + match.difference(json, at: record.time))
    }
    throw TestFailure(
      message: "expected \(what)\(match.description)\(advice())", expected: "\(what)\(match.description)",
      got: listed(others, none: "none up to \(text(of: now ?? mark))"))
  }

  /// What a function is probably called that no delegate has.
  private static func advice(forCall name: String) -> String {
    let names = GeoLibrary.catalog.delegates.flatMap { $0.functions.map(\.function.name) }
    return names.contains(name) ? "" : NearestName.advice(name, among: names)
  }

  /// A misspelled field would hold for no alert, so that `expectNoAlert` always held.
  private func checkNames(of match: AlertMatch, _ label: String) throws {
    let names = Alert.fields.map(\.name)
    for name in match.fieldNames where !names.contains(name) {
      // Scripts have fields of their own.
      guard !entries.contains(where: { $0.record.alertJSON?[name] != nil }),
        let near = NearestName.find(name, among: names)
      else { continue }
      throw LuaMessage("\(label): no alert has a field '\(name)' (did you mean '\(near)'?)")
    }
  }

  private func expectNoAlert(_ fields: JSONValue, on device: String?) throws {
    let match = try AlertMatch(fields, self, "run:expectNoAlert")
    try checkNames(of: match, "run:expectNoAlert")
    if let device, run.device(called: device) == nil {
      let names = run.devices.map(\.name)
      throw TestFailure(
        message: "expected no alert\(match.description) of \(device)",
        expected: "no alert\(match.description) of \(device)",
        got: "no device \(device) yet\(NearestName.advice(device, among: names))")
    }
    for entry in entries where !entry.isUsed && (device == nil || entry.record.device == device) {
      guard let json = entry.record.alertJSON, match.fits(json, at: entry.record.time) else { continue }
      throw TestFailure(
        message: "expected no alert\(match.description)", expected: "no alert\(match.description)",
        got: entry.record.text(in: file.timeZone))
    }
  }

  private func expectState(_ region: String, _ state: String, on device: String?) throws {
    guard ["inside", "outside", "unknown"].contains(state) else {
      throw LuaMessage(
        "run:expectState: a region is \"inside\", \"outside\" or \"unknown\", got \"\(state)\"")
    }
    let name = name(of: device)
    guard let device = run.device(called: name) else {
      throw TestFailure(
        message: "expected '\(region)' \(state)", expected: "'\(region)' \(state)",
        got: "no device \(name) yet")
    }
    let names = device.monitoredRegions.map(\.identifier)
    guard names.contains(region) else {
      throw TestFailure(
        message: "expected '\(region)' \(state)", expected: "'\(region)' \(state)",
        got: names.isEmpty
          ? "\(name) watches no region"
          : "\(name) watches \(names.sorted().prefix(10).joined(separator: ", "))")
    }
    let found = "\(device.state(ofRegion: region))"
    guard found != state else { return }
    throw TestFailure(
      message: "expected \(name) \(state) '\(region)', but it is \(found)", expected: "'\(region)' \(state)",
      got: "'\(region)' \(found)")
  }

  private func expectSent(_ channel: String, _ message: JSONValue, on device: String?) throws {
    var others: [String] = []
    for index in entries.indices where !entries[index].isUsed {
      let record = entries[index].record
      guard case .message(let sent) = record.content, device == nil || record.device == device else {
        continue
      }
      if sent.channel == channel, AlertMatch.fits(message, sent.payload) {
        entries[index].isUsed = true
        return
      }
      others.append(record.text(in: file.timeZone))
    }
    let what = if case .null = message { "a message" } else { "\(message)" }
    throw TestFailure(
      message: "expected \(what) sent to \(channel)", expected: "\(what) sent to \(channel)",
      got: listed(others, none: "nothing sent up to \(text(of: now ?? mark))"))
  }

  private func expectPrint(_ part: String, on device: String?) throws {
    var others: [String] = []
    for index in entries.indices where !entries[index].isUsed {
      let record = entries[index].record
      guard case .print(let printed) = record.content, device == nil || record.device == device else {
        continue
      }
      if printed.contains(part) {
        entries[index].isUsed = true
        return
      }
      others.append(record.text(in: file.timeZone))
    }
    throw TestFailure(
      message: "expected a printed line with \"\(part)\"", expected: "a line with \"\(part)\"",
      got: listed(others, none: "nothing printed up to \(text(of: now ?? mark))")
        + (run.droppedPrints > 0
          ? "; the last \(grouped(run.droppedPrints)) lines were too many to be kept (4 MiB)" : ""))
  }

  private func expectFailure(_ part: String, on device: String?) throws {
    for index in entries.indices where !entries[index].isUsed {
      let record = entries[index].record
      guard case .failure(let message, _, _) = record.content, device == nil || record.device == device,
        part.isEmpty || message.contains(part)
      else { continue }
      entries[index].isUsed = true
      return
    }
    throw TestFailure(
      message: "expected a callback that fails\(part.isEmpty ? "" : " with \"\(part)\"")",
      expected: "a failure\(part.isEmpty ? "" : " with \"\(part)\"")", got: "none")
  }

  private func expectNothingElse(on device: String?) throws {
    let rest = entries.filter { entry in
      guard !entry.isUsed, device == nil || entry.record.device == device else { return false }
      switch entry.record.content {
      case .alert, .message, .failure: return true
      default: return false
      }
    }
    guard !rest.isEmpty else { return }
    throw TestFailure(
      message: "expected nothing else, but there is more", expected: "nothing else",
      got: listed(rest.map { $0.record.text(in: file.timeZone) }, none: ""))
  }

  /// The failure of a callback that no expectation has used up; a test does not hold with one.
  var unexpectedFailure: TestFailure? {
    for entry in entries where !entry.isUsed {
      guard case .failure(let message, let traceback, _) = entry.record.content else { continue }
      return TestFailure(
        message: "the script failed: \(message)", expected: "no failure",
        got: entry.record.text(in: file.timeZone), traceback: traceback)
    }
    return nil
  }

  private func listed(_ lines: [String], none: String) -> String {
    guard !lines.isEmpty else { return none }
    let more = lines.count > 5 ? "\nand \(lines.count - 5) more" : ""
    return lines.prefix(5).joined(separator: "\n") + more
  }
}

extension ScriptRecord {
  /// The fields of an alert; nil for other records.
  var alertJSON: JSONValue? { if case .alert = content { json } else { nil } }

  /// The fields of a call of the script's function; nil for other records.
  var callJSON: JSONValue? {
    switch content {
    case .call, .prompt: json
    default: nil
    }
  }
}
