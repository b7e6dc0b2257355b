import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

/// `convert` writes what reads back the same, or names what it lost: ruling HO-44.
@Suite struct ConversionLossTests {
  private let folder = TemporaryDirectory()

  /// What differs after a word was said; a difference without its word is a loss in silence.
  private static let words: [String: Set<String>] = [
    "time of arrival": ["time"],
    "accuracy": ["accuracy", "vertical accuracy"],
    "speed or course": ["speed", "course"],
    "invalid speed, course or altitude": ["speed", "course", "vertical accuracy"],
    "unknown speed or altitude": ["speed", "altitude"],
    "fraction of a second": ["timestamp", "time"],
    "century": ["timestamp", "time"],
    "fraction of a millisecond": ["timestamp", "time"],
    "fraction of a meter, a degree or a km/h": [
      "accuracy", "altitude", "vertical accuracy", "speed", "course",
    ],
  ]

  /// The largest difference that the steps of the format explain: NMEA has ten-millionths of a minute, millimeters,
  /// ten-thousandths of a knot and thousandths of a degree; `.rec` has whole km/h of such a step.
  private static func tolerance(_ field: String, _ form: TrackForm) -> Double {
    guard form == .nmea || form == .rec else { return 0 }
    return switch field {
    case "latitude", "longitude": 1e-9
    case "altitude", "course": 0.0005
    case "accuracy", "vertical accuracy", "speed": 0.0001
    default: 0.000_02
    }
  }

  private struct Reading {
    let fields: [(name: String, value: Double)]

    init(_ event: DeviceEvent, _ fix: Fix) {
      fields = [
        ("time", event.time), ("timestamp", event.timestamp), ("latitude", fix.coordinate.latitude),
        ("longitude", fix.coordinate.longitude), ("accuracy", fix.horizontalAccuracy),
        ("altitude", fix.altitude), ("vertical accuracy", fix.verticalAccuracy), ("speed", fix.speed),
        ("course", fix.course),
      ]
    }

    func differences(_ other: Reading, _ form: TrackForm) -> Set<String> {
      Set(
        zip(fields, other.fields).filter { old, new in
          !(old.value.isNaN && new.value.isNaN)
            && !(abs(old.value - new.value) <= ConversionLossTests.tolerance(old.name, form))
        }.map(\.0.name))
    }
  }

  private func reading(_ path: String) throws -> Reading? {
    let recording = try Recording([path])
    for event in recording.events {
      if case .location(let fix) = event.payload { return Reading(event, fix) }
    }
    return nil
  }

  @Test(arguments: TrackForm.allCases)
  func whatDiffersIsNamed(form: TrackForm) throws {
    var random = SystemRandomNumberGenerator()
    var silent: [String] = []
    for _ in 0..<150 {
      let members = [
        "speed": ["-1", "0", "2.5", "1.23456"], "course": ["-1", "0", "90", "12.3456"],
        "horizontalAccuracy": ["-1", "0", "5", "7", "3.25"], "verticalAccuracy": ["-1", "0", "2", "1.5"],
        "altitude": ["0", "-12", "100.125"], "timestamp": ["1704103219", "1704103219.5"],
      ]
      var line =
        #"{"time":\#(["1704103220", "1704103220.25", "1704103220.0004", "5"].randomElement(using: &random)!)"#
      line += ",\"latitude\":\(Double.random(in: -89...89, using: &random))"
      line += ",\"longitude\":\(Double.random(in: -179...179, using: &random))"
      for (name, values) in members where Bool.random(using: &random) {
        line += ",\"\(name)\":\(values.randomElement(using: &random)!)"
      }
      let input = try folder.write("a.ndjson", line + "}\n")
      let output = "\(folder.path)/out.\(form.rawValue)"
      var conversion = TrackConversion([input], to: output, as: form)
      conversion.replaces = true
      let losses = try conversion.run().losses.map(\.what)
      if losses.contains("invalid fix") { continue }
      let (old, new) = (try #require(try reading(input)), try #require(try reading(output), "\(line)"))
      let named = losses.reduce(into: Set<String>()) { $0.formUnion(Self.words[$1] ?? []) }
      let unnamed = old.differences(new, form).subtracting(named)
      if !unnamed.isEmpty { silent.append("\(unnamed.sorted()) of \(line): \(new.fields)") }
      // A word that no difference bears out is wrong as well.
      for loss in losses where Self.words[loss]?.isDisjoint(with: old.differences(new, form)) ?? true {
        silent.append("\(loss) was said of \(line)")
      }
    }
    #expect(silent.isEmpty)
  }
}
