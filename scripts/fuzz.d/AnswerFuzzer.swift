import CTOML
import Glibc

// Compiled by scripts/fuzz with FeedFuzzer.swift: answers of geocoders and routers, what a console and a page send, and
// files of options.

/// Reads one input as what the name of a parser says; false for the name of another.
func fuzzAnswer(_ parser: String, _ input: [UInt8]) -> Bool {
  switch parser {
  case "geocoder": if let answer = json(input) { fuzzGeocoder(answer) }
  case "router": if let answer = json(input) { fuzzRouter(answer) }
  case "console": if let line = json(input) { fuzzConsole(line) }
  case "page": fuzzPage(input)
  case "configuration": fuzzConfiguration(input)
  default: return false
  }
  return true
}

private func json(_ input: [UInt8]) -> JSONValue? {
  (try? JSONParser.parse(String(decoding: input, as: UTF8.self), room: 32 << 20))?.value
}

private func fuzzGeocoder(_ answer: JSONValue) {
  for form in GeocodingProtocol.allCases {
    if let fault = form.dialect.fault(in: answer) { precondition(fault.utf8.count >= 0) }
    for place in (try? form.dialect.places(in: answer)) ?? [] {
      precondition(CLLocationCoordinate2DIsValid(place.coordinate))
      precondition(place.radius.isFinite && place.radius >= 0, "a place without an end")
      precondition(place.address.name?.utf8.contains(27) != true, "an escape in a name")
    }
  }
}

private func fuzzRouter(_ answer: JSONValue) {
  for routes in [try? OSRMDialect.routes(in: answer), try? ValhallaDialect.routes(in: answer)] {
    for route in routes ?? [] {
      precondition(
        route.distance.isFinite && route.distance >= 0 && route.duration.isFinite && route.duration >= 0)
      precondition(route.line.allSatisfy(CLLocationCoordinate2DIsValid))
      for step in route.steps {
        precondition(step.distance.isFinite && step.duration.isFinite)
        precondition(step.line.allSatisfy(CLLocationCoordinate2DIsValid))
      }
    }
  }
}

/// What both ends of a console read can be written, and read again.
private func fuzzConsole(_ line: JSONValue) {
  if let request = ConsoleRequest(line) { precondition(ConsoleRequest(request.json) == request) }
  if let reply = ConsoleReply(line) { precondition(ConsoleReply(reply.json) != nil) }
}

/// Lines of the event log, and changes of a file of fences.
private func fuzzPage(_ input: [UInt8]) {
  let empty = "{\"type\":\"FeatureCollection\",\"features\":[]}\n"
  guard ftruncate(fuzzedFile, 0) == 0, pwrite(fuzzedFile, empty, empty.utf8.count, 0) > 0 else { return }
  let choice = input.last ?? 0
  let hands = PageHands(
    controls: choice & 1 == 0, emulates: choice & 2 == 0,
    fences: try? FenceEditor("/proc/self/fd/\(fuzzedFile)"))
  let directory = DeviceDirectory()
  hands.open(directory, FeedOptions())
  let inbox = LiveInbox(clock: { 1_700_000_000 })
  hands.start(inbox)
  for answer in [hands.take(input), hands.takeFence(input)] {
    precondition([200, 400, 403, 404, 409, 413, 422, 500].contains(answer.status))
    precondition((try? JSONParser.parse(answer.body)) != nil, "no JSON: \(answer.body)")
  }
  hands.stop()
}

/// What the reader of TOML hands over: every value has a line and a text of its own, and elements follow their list.
private func fuzzConfiguration(_ input: [UInt8]) {
  struct Reading {
    var values = 0
    var faultLine: UInt32?
  }
  var reading = Reading()
  let isRead = withUnsafeMutablePointer(to: &reading) { reading in
    input.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        ct_read(
          bytes.baseAddress, bytes.count, reading,
          { context, key, count, value in
            guard let key, let value = value?.pointee, let context else { return }
            let name = String(decoding: UnsafeRawBufferPointer(start: key, count: count), as: UTF8.self)
            let text = UnsafeRawBufferPointer(start: value.text, count: value.count)
            precondition(name.utf8.count >= 0 && String(decoding: text, as: UTF8.self).utf8.count >= 0)
            let reading = context.assumingMemoryBound(to: Reading.self)
            precondition(value.line > 0 && (!value.is_element || reading.pointee.values > 0))
            reading.pointee.values += 1
          },
          { context, line, _, words in
            precondition(words.map { String(cString: $0) }?.isEmpty == false)
            context?.assumingMemoryBound(to: Reading.self).pointee.faultLine = line
          })
      }
    }
  }
  precondition(isRead == (reading.faultLine == nil))
}
