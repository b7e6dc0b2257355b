import FeedTesting
import Geo
@testable import GeoFormats
import Testing

/// Most lines are read in one pass; simdjson reads those with a letter that is not ASCII, and all with a fault.
@Suite struct NDJSONOnePassTests {
  /// An unknown field that makes simdjson read the line.
  private static let letter = #","note":"é"}"#

  /// The same lines, each with a letter more.
  private static func withLetter(_ lines: [String]) -> String {
    lines.map { $0.hasSuffix("}") && $0 != "{}" ? $0.dropLast() + letter : $0 }.joined(separator: "\n")
  }

  /// Decimals of up to 20 digits, of every length.
  private static let decimals: [String] = (0..<2000).map { number in
    // Knuth's MMIX generator, so that each run has the same digits.
    var seed = UInt64(number)
    func next() -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return seed >> 33
    }
    let digits = (0...number % 19).map { _ in String(next() % 10) }.joined()
    let sign = number % 2 == 0 ? "" : "-"
    return "\(sign)\(next() % 90).\(digits)"
  }

  @Test func numbersOfEveryLengthAreTheNearestDoubles() throws {
    let lines = Self.decimals.map { #"{"time":1,"latitude":\#($0),"longitude":0,"altitude":\#($0)}"# }
    let expected = try Self.decimals.map { try #require(Double($0)) }
    for text in [lines.joined(separator: "\n"), Self.withLetter(lines)] {
      let recording = try Recording("log.ndjson", text)
      #expect(recording.skips.total == 0)
      #expect(recording.fixes.map(\.altitude.bitPattern) == expected.map(\.bitPattern))
    }
  }

  static let lines = [
    #"{"type":"location","time":1,"device":"a b","latitude":1.5,"longitude":-2,"speed":null,"course":0}"#,
    #" { "time" : 2 ,"latitude": 1,"longitude":2 , "tags":["a",1,true,null,[]] }"#,
    #"{"time":3,"time":"2026-01-01T00:00:00Z","latitude":1,"longitude":2}"#,
    #"{"time":"2026-01-01T00:00:00Z","time":4,"latitude":1,"latitude":null,"longitude":2,"latitude":3}"#,
    #"{"time":5,"latitude":1e1,"longitude":2E-1,"altitude":1e400}"#,
    #"{"time":6,"latitude":"1","longitude":2}"#,
    #"{"time":7,"latitude":01,"longitude":2}"#,
    #"{"time":8,"latitude":1.,"longitude":2}"#,
    #"{"time":9,"latitude":-,"longitude":2}"#,
    #"{"time":10,"latitude":1,"longitude":2,}"#,
    #"{"time":11,"latitude":1 "longitude":2}"#,
    #"{"time":12,"latitude":1,"longitude":2}}"#,
    #"{"time":13,"latitude":1,"longitude":2,"device":7}"#,
    #"{"time":14,"latitude":1,"longitude":2,"device":""}"#,
    #"{"time":15,"type":"services","enabled":tru}"#,
    #"{"time":16,"type":"services","enabled":true,"enabled":false}"#,
    #"{"time":17,"type":"services","enabled":1}"#,
    #"{"time":18,"type":"app","state":"suspended"}"#,
    #"{"time":19,"type":"error","code":3,"code":"denied"}"#,
    #"{"time":20,"type":"message","form":"x","messageType":"y","message":{"a":[{}]}}"#,
    #"{"time":21,"type":17}"#,
    #"{"time":22,"latitude":1,"longitude":2,"form":"cut"#,
    "{\"time\":23,\"type\":\"clock\",\"device\":\"tab\there\"}",
    #"{"time":24,"rebases":true,"coalesced":false,"latitude":1,"longitude":2}"#,
    #"{"time":24,"simulated":true,"latitude":1,"longitude":2}"#,
    #"{"time":24,"simulated":"yes","latitude":1,"longitude":2}"#,
    #"{"time":25,"latitude":123456789012345678901234567890,"longitude":2}"#,
    #"{}"#,
  ]

  @Test(arguments: lines)
  func aLineSaysTheSameToBothReaders(line: String) throws {
    let plain = try Recording("log.ndjson", line)
    let other = try Recording("log.ndjson", Self.withLetter([line]))
    // As text, in which NaN equals NaN.
    #expect(plain.events.map { "\($0.payload)" } == other.events.map { "\($0.payload)" })
    #expect(plain.times == other.times && plain.devices == other.devices)
    #expect(plain.events.map(\.marks) == other.events.map(\.marks))
    #expect(plain.skips.kinds.map(\.kind) == other.skips.kinds.map(\.kind))
  }
}
