import CSimdJSON
import Glibc

// Compiled by scripts/fuzz as one module with Geo and GeoFeeds, so that nothing need be public.

/// A file without a name that every input is written to.
let fuzzedFile = tmpfile().map { fileno($0) } ?? -1
private let parser = getenv("FUZZ_PARSER").map { String(cString: $0) } ?? "gpx"

/// Reads one input to its end and checks what every reader promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  if parser == "owntracks" {
    fuzzOwnTracks(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  }
  if fuzzMessage(parser, UnsafeRawBufferPointer(start: bytes, count: count)) { return 0 }
  guard ftruncate(fuzzedFile, 0) == 0, pwrite(fuzzedFile, bytes, count, 0) == count else { return 0 }
  if ["fences", "kml", "wkt", "otrw"].contains(parser) {
    fuzzFences()
    return 0
  }
  if parser == "http" {
    fuzzHTTP(bytes, count)
    return 0
  }
  if parser == "places" || parser == "questions" {
    if parser == "places" { fuzzPlaces(bytes, count) } else { fuzzQuestions() }
    return 0
  }
  if parser == "nmea" {
    fuzzLines(bytes, count)
    return 0
  }
  if parser == "gpsd" { fuzzLive(UnsafeRawBufferPointer(start: bytes, count: count)) }
  // The last byte also chooses the options, so that all of them are met.
  var options = FeedOptions()
  let choice = count > 0 ? bytes[count - 1] : 0
  if choice & 1 != 0 { options.deviceBy = .track }
  if choice & 2 != 0 { options.interval = 1 }
  if choice & 4 != 0 { options.pace = 2 }
  if choice & 8 != 0 { options.start = 1_700_000_000 }
  let directory = DeviceDirectory()
  guard let source = try? open(fuzzedFile, directory, options) else { return 0 }
  var batch: [DeviceEvent] = []
  var rounds = 0
  do throws(GeoError) {
    while try source.read(into: &batch) {
      for event in batch { check(event, directory) }
      batch.removeAll(keepingCapacity: true)
      rounds += 1
      precondition(rounds < 100_000, "the reader does not come to its end")
    }
    for event in batch { check(event, directory) }
  } catch {
    precondition(!error.description.isEmpty)
  }
  for (kind, entry) in source.skips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
  return 0
}

/// Reads what comes live in pieces, with connections that break off.
private func fuzzLive(_ bytes: UnsafeRawBufferPointer) {
  let directory = DeviceDirectory()
  let decoder = GPSDDecoder(
    LineContext(name: "live", device: "d", directory: directory, options: FeedOptions()),
    path: bytes.last.map { $0 & 1 != 0 } == true ? "/dev/pts/1" : nil)
  let cutter = LineSplitter()
  var events: [DeviceEvent] = []
  var arrival = 1_118_226_000.0
  var start = 0
  while start < bytes.count {
    // The bytes themselves say how long a piece is, and what comes behind it.
    let mark = bytes[start]
    let count = min(Int(mark) + 1, bytes.count - start, cutter.free.count)
    cutter.free.copyMemory(from: .init(rebasing: bytes[start..<start + count]))
    cutter.append(count) { bytes, line in
      decoder.decode(LineRun(bytes: bytes, firstLine: line, arrival: arrival), into: &events)
    }
    start += count
    arrival += Double(mark) / 8
    if mark % 5 == 0 { decoder.flush(at: arrival, into: &events) }
    if mark % 23 == 0 {
      decoder.disconnect(at: arrival, into: &events)
      cutter.forget()
    }
  }
  precondition(decoder.drainNotices().count <= 16 && directory.count <= 65)
  for (index, event) in events.enumerated() {
    check(event, directory)
    precondition(event.timestamp <= event.time + 60)
    precondition(index == 0 || event.time >= events[index - 1].time)
  }
}

/// Reads one message as if it had come twice, and once more as lines that a Recorder has kept.
private func fuzzOwnTracks(_ bytes: UnsafeRawBufferPointer) {
  let directory = DeviceDirectory()
  guard let keys = try? OwnTracksKeys(text: "123", place: "keys") else { preconditionFailure("no key") }
  let decoder = OwnTracksDecoder(directory: directory, keys: keys)
  var events: [DeviceEvent] = []
  let choice = bytes.last ?? 0
  let device: DeviceID? = choice & 1 == 0 ? directory.id(of: "jane/phone") : nil
  let arrival: Double? = choice & 2 == 0 ? 1_700_000_000 : nil
  let origin = OwnTracksOrigin(device: device, arrival: arrival, place: "fuzz")
  for _ in 0..<2 { decoder.decode(bytes, from: origin, into: &events) }
  let text = Array(bytes) + [UInt8](repeating: 0, count: OwnTracksDecoder.padding)
  let switching = LineDispatcher(
    LineContext(name: "fuzz", device: "d", directory: directory, options: FeedOptions()))
  text.withUnsafeBytes {
    let lines = UnsafeRawBufferPointer(rebasing: $0[..<bytes.count])
    _ = switching.decode(LineRun(bytes: lines, firstLine: 1), into: &events)
  }
  for event in events {
    check(event, directory)
    guard case .message(let message) = event.payload else { continue }
    // Whatever goes on is one line of whole JSON.
    precondition(!message.json.utf8.contains(10))
    guard (try? JSONParser.parse(message.json)) != nil else {
      preconditionFailure("no JSON: \(message.json)")
    }
    if let told = OwnTracksWaypoints(message, place: "fuzz") { _ = told.changes.count }
  }
  for (kind, entry) in decoder.skips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
}

/// Reads lines as a file, and as they would come in pieces, replayed and live.
private func fuzzLines(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let directory = DeviceDirectory()
  let context = LineContext(name: "n", device: "d", directory: directory, options: FeedOptions())
  var whole: [DeviceEvent] = []
  do throws(GeoError) {
    let stream = try ByteStream(path: "/proc/self/fd/\(fuzzedFile)")
    let source = LinesSource(stream, device: "d", directory: directory, options: FeedOptions())
    while try source.read(into: &whole) {}
    for (kind, entry) in source.skips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
  } catch {
    precondition(!error.description.isEmpty)
    return
  }
  for event in whole { check(event, directory) }
  let size = count > 0 ? Int(bytes[count - 1]) + 1 : 1
  // What a file's beginning means, such as a mark or gzip, is not known where bytes come in pieces.
  let isPlain = count > 0 && bytes[0] < 0x80 && bytes[0] != 0x1f
  for arrival in [nil, 1_700_000_000.0] {
    var events: [DeviceEvent] = []
    let decoders = LineDispatcher(context)
    let cutter = LineSplitter()
    var start = 0
    while start < count {
      let piece = min(size, count - start, cutter.free.count)
      cutter.free.baseAddress?.copyMemory(from: bytes + start, byteCount: piece)
      cutter.append(piece) { run, line in
        decoders.decode(LineRun(bytes: run, firstLine: line, arrival: arrival), into: &events)
      }
      start += piece
      if arrival != nil, piece % 3 == 0 { decoders.flush(at: arrival, into: &events) }
    }
    cutter.rest { run, line in
      decoders.decode(LineRun(bytes: run, firstLine: line, arrival: arrival), into: &events)
    }
    decoders.flush(at: arrival, into: &events)
    for event in events { check(event, directory) }
    if let arrival {
      precondition(events.allSatisfy { $0.time == arrival })
    } else if isPlain {
      precondition(events.count == whole.count)
    }
  }
}

private func open(
  _ descriptor: CInt, _ directory: DeviceDirectory, _ options: FeedOptions
) throws -> any EventSource {
  let path = "/proc/self/fd/\(descriptor)"
  let stream = try ByteStream(path: path)
  switch parser {
  case "gpx": return GPXSource(stream, device: "d", directory: directory, options: options)
  case "ndjson": return NDJSONSource(stream, device: "d", directory: directory, options: options)
  case "gpsd": return LinesSource(stream, device: "d", directory: directory, options: options)
  case "csv": return CSVSource(stream, device: "d", directory: directory, options: options)
  case "fit": return FITSource(stream, device: "d", directory: directory, options: options)
  case "timeline": return TimelineSource(stream, device: "d", directory: directory, options: options)
  case "kmltracks":
    return TrackSource(
      stream, form: "track", device: "d", directory: directory, options: options, reader: KMLTracks.read)
  case "tcx":
    return TrackSource(
      stream, form: "TCX", device: "d", directory: directory, options: options, reader: TCXTracks.read)
  case "geojson":
    return TrackSource(
      stream, form: "track", device: "d", directory: directory, options: options, reader: GeoJSONTracks.read)
  default: return try FileFeed.open(path, directory: directory, options: options)
  }
}

private func check(_ event: DeviceEvent, _ directory: DeviceDirectory) {
  precondition(event.time.isFinite && event.timestamp.isFinite)
  precondition(Int(event.device.index) < directory.count)
  guard case .location(let fix) = event.payload else { return }
  precondition(CLLocationCoordinate2DIsValid(fix.coordinate))
  precondition(!fix.horizontalAccuracy.isNaN && fix.horizontalAccuracy.isFinite)
}
