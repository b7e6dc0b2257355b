import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

/// What happens between fixes is written, or its loss is named: rulings HO-44 and HO-180.
@Suite struct ConversionSequenceTests {
  private let folder = TemporaryDirectory()

  private static let attributeWords: Set<String> = [
    "attributes", "time of attributes", "distance", "water temperature",
  ]
  private static let gapWords: Set<String> = [
    "loss of the signal", "time of a loss of the signal", "loss of the signal (read back as an error)",
  ]

  /// What a script would see: each change of the attributes with its time, and the times of losses of the signal.
  private struct Reading {
    var attributes: [String] = []
    /// The same without those that another one followed at once.
    var lasting: [String] = []
    var gaps: [TimeInterval] = []

    /// NMEA and OwnTracks have attributes of their form, too.
    private static let names: Set<String> = [
      "heartRate", "temperature", "distance", "waterTemperature", "battery",
    ]

    init(_ events: [DeviceEvent]) throws {
      var forms: [(form: String, members: [(name: String, value: JSONValue)])] = []
      var last = "[]"
      var states: [(time: TimeInterval, text: String)] = []
      for event in events {
        if case .signalLost = event.payload { gaps.append(event.time) }
        guard case .message(let message) = event.payload,
          case .object(let members) = try JSONParser.parse(message.json)
        else { continue }
        forms.removeAll { $0.form == message.form }
        forms.append((message.form, members))
        var all: [String: String] = [:]
        for (name, value) in forms.flatMap(\.members) { all[name] = "\(value)" }
        let text =
          "\(all.filter { $0.value != "null" && Self.names.contains($0.key) }.sorted { $0.key < $1.key })"
        if text != last { attributes.append("\(event.time) \(text)") }
        last = text
        if states.last?.time == event.time { states.removeLast() }
        states.append((event.time, text))
      }
      last = "[]"
      for (time, text) in states where text != last {
        lasting.append("\(time) \(text)")
        last = text
      }
    }
  }

  private func line(_ random: inout SystemRandomNumberGenerator, at time: Int) -> String {
    let members = [
      "heartRate": ["70", "80", "null", "\"fast\"", "-1"], "temperature": ["-2", "20"], "distance": ["5"],
      "waterTemperature": ["4"], "battery": ["49"],
    ]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return #"{"time":\#(time),"type":"signalLost"}"#
    case 1...2:
      let chosen = members.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let text = chosen.map { #""\#($0.key)":\#($0.value.randomElement(using: &random)!)"# }.joined(
        separator: ",")
      let form = ["gpx", "csv"].randomElement(using: &random)!
      return #"{"time":\#(time),"type":"attributes","form":"\#(form)","attributes":{\#(text)}}"#
    default: return #"{"time":\#(time),"latitude":1,"longitude":2}"#
    }
  }

  @Test(arguments: TrackForm.allCases)
  func whatDiffersBetweenFixesIsNamed(form: TrackForm) throws {
    var random = SystemRandomNumberGenerator()
    var wrong: [String] = []
    for _ in 0..<200 {
      var time = 1_767_225_600
      var lines = [#"{"time":\#(time),"latitude":1,"longitude":2}"#]
      for _ in 0..<8 {
        lines.append(line(&random, at: time + 1))
        // Attributes often have the time of their fix.
        if !lines[lines.count - 1].contains("attributes") || Bool.random(using: &random) { time += 1 }
      }
      let input = try folder.write("a.ndjson", lines.joined(separator: "\n") + "\n")
      let output = "\(folder.path)/out.\(form.rawValue)"
      var conversion = TrackConversion([input], to: output, as: form)
      conversion.replaces = true
      let losses = Set(try conversion.run().losses.map(\.what))
      let old = try Reading(Recording([input]).events)
      let new = try Reading(Recording([output]).events)
      let saysAttributes = !losses.isDisjoint(with: Self.attributeWords)
      let saysGaps = !losses.isDisjoint(with: Self.gapWords)
      // Attributes that change nothing may be named.
      let isWrong =
        saysAttributes
        ? old.attributes == new.attributes && !old.attributes.isEmpty : old.lasting != new.lasting
      if isWrong { wrong.append("\(losses.sorted()) of \(lines): \(new.attributes)") }
      if (old.gaps != new.gaps) != saysGaps { wrong.append("\(losses.sorted()) of \(lines): \(new.gaps)") }
    }
    #expect(wrong.isEmpty, "\(wrong.first ?? "")")
  }
}
