import Glibc

// Compiled by scripts/fuzz with FeedFuzzer.swift: places, questions about places, and fences.

/// Reads places in the format that the bytes look like, or the one that the last byte chooses.
func fuzzPlaces(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let formats = GazetteerFile.Format.allCases.filter { $0 != .osm }
  let choice = count > 0 ? Int(bytes[count - 1]) % (formats.count + 1) : 0
  do throws(GeoError) {
    let file = try GazetteerFile(
      path: "/proc/self/fd/\(fuzzedFile)", format: choice < formats.count ? formats[choice] : nil)
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

func fuzzQuestions() {
  do throws(GeoError) {
    let feed = try QueryFeed(path: "/proc/self/fd/\(fuzzedFile)")
    while let row = try feed.row() {
      if case .ask(.position(let place)) = row.query { precondition(CLLocationCoordinate2DIsValid(place)) }
      if case .bad(let reason) = row.query { precondition(!reason.isEmpty) }
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
}

func fuzzFences() {
  do throws(GeoError) {
    let file = try FenceFile.read("/proc/self/fd/\(fuzzedFile)", desiredAccuracy: 0)
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
    ftruncate(fuzzedFile, 0) == 0 && pwrite(fuzzedFile, bytes.baseAddress, bytes.count, 0) == bytes.count
  }
  guard isWritten else { return }
  let again = try FenceFile.read("/proc/self/fd/\(fuzzedFile)", desiredAccuracy: 0, formats: .geoJSON)
  precondition(again.regions.count + again.skips.total == regions.count)
}
