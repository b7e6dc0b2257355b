import CSimdJSON
import Glibc

// Compiled by scripts/fuzz as one module with Geo and GeoFeeds, so that nothing need be public.

/// A file without a name that every input is written to.
private let descriptor = tmpfile().map { fileno($0) } ?? -1
private let parser = getenv("FUZZ_PARSER").map { String(cString: $0) } ?? "gpx"

/// Reads one input to its end and checks what every reader promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, count, 0) == count else { return 0 }
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
  // The last byte also chooses the options, so that all of them are met.
  var options = FeedOptions()
  let choice = count > 0 ? bytes[count - 1] : 0
  if choice & 1 != 0 { options.deviceBy = .track }
  if choice & 2 != 0 { options.interval = 1 }
  if choice & 4 != 0 { options.pace = 2 }
  if choice & 8 != 0 { options.start = 1_700_000_000 }
  let directory = DeviceDirectory()
  guard let source = try? open(descriptor, directory, options) else { return 0 }
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

/// Reads places in the format that the bytes look like, or the one that the last byte chooses.
private func fuzzPlaces(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let formats = GazetteerFile.Format.allCases.filter { $0 != .osm }
  let choice = count > 0 ? Int(bytes[count - 1]) % (formats.count + 1) : 0
  do throws(GeoError) {
    let file = try GazetteerFile(
      path: "/proc/self/fd/\(descriptor)", format: choice < formats.count ? formats[choice] : nil)
    guard file.format != .osm else { return }
    try file.read { record throws(GeoError) in
      check(record)
      return true
    }
    precondition(file.bytesRead == file.byteCount)
    for (kind, entry) in file.skips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
  } catch {
    precondition(!error.description.isEmpty)
  }
}

private func check(_ record: GazetteerRecord) {
  switch record {
  case .place(let place):
    precondition(CLLocationCoordinate2DIsValid(place.coordinate) && !place.name.isEmpty && !place.key.isEmpty)
    precondition(place.population >= 0 && place.radius >= 0)
  case .name(let name, let key): precondition(!name.name.isEmpty && !key.isEmpty)
  case .area(let area):
    precondition(!area.code.isEmpty)
    for ring in area.polygons.joined() {
      precondition(
        ring.count > 3 && ring.first == ring.last && ring.allSatisfy(CLLocationCoordinate2DIsValid))
    }
  case .street: break
  case .address(let address):
    precondition(CLLocationCoordinate2DIsValid(address.coordinate) && !address.number.isEmpty)
    precondition(!address.street.isEmpty && !address.key.isEmpty)
  }
}

private func fuzzQuestions() {
  do throws(GeoError) {
    let feed = try QuestionFeed(path: "/proc/self/fd/\(descriptor)")
    while let row = try feed.row() {
      if case .ask(.position(let place)) = row.question { precondition(CLLocationCoordinate2DIsValid(place)) }
      if case .bad(let reason) = row.question { precondition(!reason.isEmpty) }
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
}

private func fuzzFences() {
  do throws(GeoError) {
    let file = try FenceFile.read("/proc/self/fd/\(descriptor)", desiredAccuracy: 0)
    for region in file.regions {
      precondition(CLLocationCoordinate2DIsValid(region.center) && region.radius >= 0)
      precondition(!region.identifier.isEmpty && region.buffer >= 0)
    }
    for (kind, entry) in file.skips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
    try reread(file.regions)
  } catch {
    precondition(!error.description.isEmpty)
  }
}

/// Writes regions and reads them again: what is written is whole, whatever shapes there are.
private func reread(_ regions: [MonitoredRegion]) throws(GeoError) {
  var text = GeoJSON.text(of: regions)
  let isWritten = text.withUTF8 { bytes in
    ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
  }
  guard isWritten else { return }
  let again = try FenceFile.read("/proc/self/fd/\(descriptor)", desiredAccuracy: 0, formats: .geoJSON)
  precondition(again.regions.count + again.skips.total == regions.count)
}

private func open(
  _ descriptor: CInt, _ directory: DeviceDirectory, _ options: FeedOptions
) throws -> any EventSource {
  let path = "/proc/self/fd/\(descriptor)"
  let stream = try ByteStream(path: path)
  switch parser {
  case "gpx": return GPXSource(stream, device: "d", directory: directory, options: options)
  case "ndjson": return NDJSONSource(stream, device: "d", directory: directory, options: options)
  case "csv": return CSVSource(stream, device: "d", directory: directory, options: options)
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
