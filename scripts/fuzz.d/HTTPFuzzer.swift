// Compiled by scripts/fuzz with FeedFuzzer.swift.

/// Takes one request: a line `METHOD PATH?QUERY TYPE [gzip]`, then the body.
func fuzzHTTP(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  let lineEnd = input.firstIndex(of: 10) ?? count
  let words = String(decoding: input[..<lineEnd], as: UTF8.self).split(separator: " ", maxSplits: 3)
  guard words.count >= 2 else { return }
  let path = words[1].prefix { $0 != "?" }
  guard let route = HTTPRoute(path: path) else { return }
  var request = IngestRequest(
    route, isPost: words[0] == "POST", query: String(words[1].dropFirst(path.count + 1)),
    contentType: words.count > 2 ? String(words[2]) : "")
  request.isPacked = words.count > 3 && words[3] == "gzip"
  request.claimedUser = count % 2 == 0 ? "jane" : nil
  let directory = DeviceDirectory()
  let decoder = IngestDecoder(name: "http://fuzz", directory: directory, unpackedLimit: 1 << 20)
  // A body of its own, so that a byte read behind it is found.
  let body = Array(input[min(lineEnd + 1, count)...])
  let now = 1_700_000_000.0
  var events: [DeviceEvent] = []
  for _ in 0..<2 {
    let answer = body.withUnsafeBytes { decoder.decode(request, $0, now: now, into: &events) }
    precondition([200, 400, 404, 413].contains(answer.status))
    if answer.status >= 400 { precondition((try? JSONParser.parse(answer.body)) != nil) }
  }
  for event in events {
    precondition(event.time == now && event.timestamp.isFinite)
    precondition(!directory.name(of: event.device).isEmpty || route == .events || route == .any)
    switch event.payload {
    case .location(let fix):
      precondition(CLLocationCoordinate2DIsValid(fix.coordinate) && !fix.horizontalAccuracy.isNaN)
    case .message(let message):
      // Lines of the event log may leave it out.
      precondition(!message.form.isEmpty || route == .events || route == .any)
      precondition((try? JSONParser.parse(message.json)) != nil, "a message is no JSON")
    default: break
    }
  }
  for (kind, entry) in decoder.allSkips.kinds { precondition(!kind.isEmpty && !entry.first.isEmpty) }
}
