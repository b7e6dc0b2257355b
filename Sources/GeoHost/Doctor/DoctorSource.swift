import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import Glibc

/// Tries one source that was named.
struct DoctorSource {
  let word: String
  let address: SourceAddress
  /// Seconds that a first event may take.
  let patience: Double
  let feed: FeedOptions

  func inspect() -> Finding {
    do throws(GeoError) {
      switch address.scheme {
      case "": return try file()
      case SourceAddress.simulationScheme: return Finding(.ok, word, "is a simulation and needs nothing")
      // Opened fully, a broker would hand this session's messages to doctor, and a server would swallow what
      // phones send.
      case "mqtt", "mqtts": return broker()
      case "http", "https": return listener()
      case "nats": return stream()
      default: return try live()
      }
    } catch {
      return Finding(
        .fail, address.name, error.message, advice: "geoscript docs sources lists what each source takes")
    }
  }

  private func file() throws(GeoError) -> Finding {
    guard word != "-" else { return Finding(.ok, word, "standard input is read when a run begins") }
    try MissingFile.check(word, "file", endings: [])
    let directory = DeviceDirectory()
    let source = try FileFeed.open(word, directory: directory, options: feed)
    var events: [DeviceEvent] = []
    while events.isEmpty, try source.read(into: &events) {}
    let location = events.first { if case .location = $0.payload { true } else { false } }
    guard let first = location ?? events.first else {
      let why = source.skips.kinds.first.map { ": " + $0.entry.first } ?? ""
      return Finding(
        .fail, word, "contains no events\(why)",
        advice: "geoscript docs inputs describes the formats of files")
    }
    return Finding(
      .ok, word,
      "begins with \(Self.words(first.payload)) of \(directory.name(of: first.device)) "
        + "at \(ISO8601.format(first.timestamp))")
  }

  private func broker() -> Finding {
    let port = address.port ?? (address.scheme == "mqtts" ? 8883 : 1883)
    let host = address.host.isEmpty ? "localhost" : address.host
    guard let fault = ServerProbe.fault(host: host, port: port) else {
      return Finding(
        .ok, address.name, "\(host):\(port) answers; only a run checks user, password and topics")
    }
    return Finding(
      .fail, address.name, "\(host):\(port): \(fault)",
      advice: "is the broker running? Is the port right? Is there a firewall in between?")
  }

  private func listener() -> Finding {
    let port = address.port ?? 8080
    let host = address.host.isEmpty ? "127.0.0.1" : address.host
    guard let fault = ServerProbe.listeningFault(host: host, port: port) else {
      return Finding(.ok, address.name, "port \(port) is free")
    }
    return Finding(
      .fail, address.name, "port \(port) \(fault)",
      advice: "choose another port, or find the program that uses it: ss -ltnp 'sport = :\(port)'")
  }

  /// Opens it as a run does, and waits for a first event.
  private func live() throws(GeoError) -> Finding {
    let directory = DeviceDirectory()
    var options = RunOptions(script: "")
    options.feed = feed
    let source = try LiveSources.open(address, directory: directory, options: options)
    let inbox = LiveInbox { wallSeconds() }
    try source.start(inbox)
    defer { source.stop() }
    let start = monotonicSeconds()
    var warning: String?
    var note: String?
    var other: DeviceEvent?
    while monotonicSeconds() < start + patience {
      let take = inbox.next(until: start + patience)
      for notice in take.notices {
        switch notice {
        case .note(let text): note = text
        case .warning(let text): warning = text
        case .end(_, let fault): warning = fault ?? "has ended"
        }
      }
      for event in take.batches.lazy.flatMap(\.events) {
        guard case .location = event.payload else {
          if case .error = event.payload { other = event }
          other = other ?? event
          continue
        }
        let seconds = ((monotonicSeconds() - start) * 10).rounded() / 10
        return Finding(
          .ok, address.name,
          "\(Self.words(event.payload)) of \(directory.name(of: event.device)) after \(seconds) s")
      }
      if take.notices.contains(where: { if case .end = $0 { true } else { false } }) { break }
    }
    return silence(source, note, warning, other)
  }

  /// Why no location came.
  private func silence(
    _ source: any LiveSource, _ note: String?, _ warning: String?, _ other: DeviceEvent?
  ) -> Finding {
    let waited = JSONValue.text(of: patience) + " s"
    if let other {
      return Finding(
        .warn, address.name, "\(Self.words(other.payload)), but no location in \(waited)",
        advice: "a receiver needs an open sky, and some minutes after a cold start")
    }
    if let warning {
      // Only the fault: "trying again" is for runs.
      let words = Self.without(address.name, warning)
      let fault = words.indices.first { words[$0...].hasPrefix("; trying again") }.map {
        String(words[..<$0])
      }
      return Finding(
        .fail, address.name, fault ?? words,
        advice: "is it running there, and plugged in? See geoscript docs sources")
    }
    if let skipped = source.skips.kinds.first {
      return Finding(
        .fail, address.name, "its data cannot be read: \(Self.without(address.name, skipped.entry.first))",
        advice: "geoscript docs sources lists what each source takes")
    }
    return Finding(
      .warn, address.name, "\(note.map { Self.without(address.name, $0) + "; " } ?? "")no event in \(waited)",
      advice: "wait longer with --wait 60, or check the sender")
  }

  /// A message without the source's name in front.
  private static func without(_ name: String, _ message: String) -> String {
    message.hasPrefix(name + ": ") ? String(message.dropFirst(name.count + 2)) : message
  }

  private static func words(_ payload: DeviceEvent.Payload) -> String {
    switch payload {
    case .location(let fix):
      let (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
      let place = "\(latitude.rounded(decimals: 5)), \(longitude.rounded(decimals: 5))"
      return "a location, \(place) ± \(Int(min(fix.horizontalAccuracy, 1e9).rounded())) m,"
    case .heading: return "a heading"
    case .error(CLError.locationUnknown.rawValue): return "a receiver without a fix"
    case .message(let message): return message.kind == .attributes ? "attributes" : "a message"
    default: return "an event"
    }
  }
}
