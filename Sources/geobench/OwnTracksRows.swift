import Geo
import GeoFormats
import Glibc

/// The CPU time of an OwnTracks message from bytes to events.
enum OwnTracksRows {
  private static let count = 200_000
  private static let deviceCount = 100

  /// Writes messages to a file, which the reference also reads, and decodes them.
  static func run(_ arguments: Arguments) throws {
    let messages = (0..<count).map(message)
    let path = arguments.data + "/owntracks.jsonl"
    guard let file = fopen(path, "w") else { Measure.fail("cannot write \(path)", code: 73) }
    for message in messages { fputs(message + "\n", file) }
    fclose(file)

    let bytes = messages.map { Array($0.utf8) }
    var each: [Double] = []
    for _ in 0..<arguments.runs {
      let directory = DeviceDirectory()
      let decoder = OwnTracksDecoder(directory: directory)
      let origins = (0..<deviceCount).map {
        OwnTracksOrigin(device: directory.id(of: "user\($0)/phone"), arrival: 2_000_000_000, place: "bench")
      }
      var batch: [DeviceEvent] = []
      var fixes = 0
      let (_, seconds) = Measure.time {
        for (index, message) in bytes.enumerated() {
          message.withUnsafeBytes {
            decoder.decode($0, from: origins[index % deviceCount], into: &batch)
          }
          if batch.count >= 512 {
            for event in batch { if case .location = event.payload { fixes += 1 } }
            batch.removeAll(keepingCapacity: true)
          }
        }
      }
      for event in batch { if case .location = event.payload { fixes += 1 } }
      guard fixes == count, decoder.skips.total == 0 else { Measure.fail("\(fixes) fixes", code: 70) }
      each.append(seconds / Double(count) * 1e9)
    }
    Measure.row("owntracks", Measure.median(each), "ns")
  }

  /// A location of 166 bytes as an app sends it: each of 100 phones walks, its battery sinks now and then.
  private static func message(_ number: Int) -> String {
    let step = number / deviceCount
    let latitude = 48 + Double(number % deviceCount) * 0.01 + Double(step) * 1e-5
    let longitude = 11 + Double(number % deviceCount) * 0.01 + Double(step) * 1e-5
    return #"{"_type":"location","tid":"p1","acc":\#(5 + number % 7),"alt":512,"batt":\#(99 - step / 50),"#
      + #""conn":"m","lat":\#(fixed(latitude)),"lon":\#(fixed(longitude)),"tst":\#(1_700_000_000 + step),"#
      + #""vac":3,"vel":5,"cog":\#(number % 360),"m":1,"t":"u"}"#
  }

  private static func fixed(_ value: Double) -> String {
    let text = String(Int((value * 1e6).rounded()))
    return text.dropLast(6) + "." + text.suffix(6)
  }
}
