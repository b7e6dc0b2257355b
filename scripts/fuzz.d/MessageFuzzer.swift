import CCairo

// Compiled by scripts/fuzz with FeedFuzzer.swift: scripts as `check` reads them, states, archives of tiles, pictures,
// shapes, coasts, and what a debugger sends.

/// Reads one input as what the name of a parser says; false for the name of another.
func fuzzMessage(_ parser: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
  let input = Array(bytes)
  switch parser {
  case "lua": fuzzScript(input)
  case "state": fuzzState(input)
  case "pmtiles": fuzzArchive(input)
  case "vector": fuzzVector(input)
  case "picture": fuzzPicture(input)
  case "coast": fuzzCoast(bytes)
  case "shapes": fuzzShapes(input)
  case "debugger": fuzzDebugger(input)
  case "stream": fuzzStream(bytes)
  default: return fuzzAnswer(parser, input)
  }
  return true
}

private func fuzzScript(_ input: [UInt8]) {
  do throws(LuaSyntaxError) {
    _ = try LuaParser.parse(String(decoding: input, as: UTF8.self))
  } catch {
    precondition(!error.message.isEmpty && error.position.line > 0)
  }
}

/// A device of a state file, a piece of a state in a stream, and the line of a commit.
private func fuzzState(_ input: [UInt8]) {
  if let state = try? DeviceState(bytes: input) {
    // What was read can be written, and read again.
    precondition((try? DeviceState(bytes: state.bytes)) != nil, "a state that cannot be read again")
  }
  if let piece = try? StatePiece(input) {
    var assembly = StateAssembly(partition: piece.partition)
    _ = try? assembly.add(piece)
  }
  if let commit = try? CommitRecord(message: input) {
    precondition((try? CommitRecord(message: Array(commit.line.utf8))) == commit)
  }
}

/// A vector tile, with the names of its features.
private func fuzzVector(_ input: [UInt8]) {
  guard let tile = try? VectorTile(input, MKTileOverlayPath(x: 1, y: 1, z: 3)) else { return }
  _ = VectorTile.names(of: [tile, tile])
}

private func fuzzArchive(_ input: [UInt8]) {
  _ = try? PMTilesHeader(Array(input.prefix(PMTilesHeader.length)), "fuzz")
  guard let directory = try? PMTilesDirectory(input, "fuzz") else { return }
  for number: UInt64 in [0, 1, 1 << 20, .max] { _ = directory.entry(of: number) }
}

/// A picture as the tiles and icons are, decoded with the libraries that this machine has.
private func fuzzPicture(_ input: [UInt8]) {
  let header = ImageHeader(input)
  if let header { precondition(header.width > 0 && header.height > 0) }
  guard decodesPictures else { return }
  var reason: UnsafePointer<CChar>?
  let most = 1 << 20
  guard let image = cv_decode(input, input.count, most, &reason) else { return precondition(reason != nil) }
  defer { cv_image_free(image) }
  let (width, height) = (Int(cv_image_width(image)), Int(cv_image_height(image)))
  precondition(width > 0 && height > 0 && width * height <= most)
  // The header says what a picture will take before it is decoded.
  precondition(header.map { Int($0.width) == width && Int($0.height) == height } ?? true)
  guard let pixels = cv_image_pixels(image) else { return }
  var sum: UInt32 = 0
  for row in 0..<height { sum &+= pixels[row * Int(cv_image_stride(image)) / 4 + width - 1] }
  precondition(sum | 1 != 0)
}

private let decodesPictures = cv_load() == nil

/// A file of coasts, with and without the sums that protect it.
private func fuzzCoast(_ bytes: UnsafeRawBufferPointer) {
  _ = try? MapFile(bytes, .coast, name: "fuzz")
  guard let map = try? MapFile(bytes, .world, name: "fuzz") else { return }
  let clips = [
    MapBox(minX: 0, minY: 0, maxX: 268_435_456, maxY: 268_435_456),
    MapBox(minX: 1e8, minY: 1e8, maxX: 1.1e8, maxY: 1.1e8),
  ]
  for layer in map.layers.prefix(8) {
    precondition(map.layer(layer.kind, level: 3) != nil)
    for clip in clips {
      map.forEach(in: layer, within: clip) { places, _, _ in precondition(!places.isEmpty) }
      map.forEach(in: layer, within: clip, level: 20) { places, _ in precondition(places.count > 1) }
    }
  }
}

private func fuzzShapes(_ input: [UInt8]) {
  guard let objects = try? MKGeoJSONDecoder().decode(String(decoding: input, as: UTF8.self)) else { return }
  for case let shape as MKShape in objects {
    precondition(!shape.coordinate.latitude.isInfinite && !shape.coordinate.longitude.isInfinite)
  }
}

private func fuzzDebugger(_ input: [UInt8]) {
  var frames = DebugFrames()
  // The first byte says how long the pieces are.
  let size = Int(input.first ?? 0) + 1
  var rest = input.dropFirst()
  while !rest.isEmpty {
    frames.append(rest.prefix(size))
    rest = rest.dropFirst(size)
    while let frame = frames.next() {
      if case .broken(let reason) = frame { precondition(!reason.isEmpty) }
    }
  }
}

private func fuzzStream(_ bytes: UnsafeRawBufferPointer) {
  let directory = DeviceDirectory()
  let lines = StreamLines("fuzz", directory, FeedOptions())
  var events: [DeviceEvent] = []
  for _ in 0..<2 { lines.decode(bytes, at: 1_700_000_000, into: &events) }
  for event in events {
    precondition(event.time == 1_700_000_000 && Int(event.device.index) < directory.count)
  }
}
