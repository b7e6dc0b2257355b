// Compiled by scripts/fuzz with FeedFuzzer.swift: scripts as `check` reads them, states, archives of tiles, pictures,
// shapes, and what a debugger sends.

/// Reads one input as what the name of a parser says; false for the name of another.
func fuzzMessage(_ parser: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
  let input = Array(bytes)
  switch parser {
  case "lua": fuzzScript(input)
  case "state": fuzzState(input)
  case "pmtiles": fuzzArchive(input)
  case "picture":
    if let header = ImageHeader(input) { precondition(header.width > 0 && header.height > 0) }
  case "shapes": fuzzShapes(input)
  case "debugger": fuzzDebugger(input)
  case "stream": fuzzStream(bytes)
  default: return false
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

private func fuzzArchive(_ input: [UInt8]) {
  _ = try? PMTilesHeader(Array(input.prefix(PMTilesHeader.length)), "fuzz")
  guard let directory = try? PMTilesDirectory(input, "fuzz") else { return }
  for number: UInt64 in [0, 1, 1 << 20, .max] { _ = directory.entry(of: number) }
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
