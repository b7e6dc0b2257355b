import CommandTesting
import Foundation
import Geo
import GeoFeeds
import Glibc
import Testing

@testable import GeoHost

/// `--metrics` (SC-1, SC-2).
@Suite struct RunMetricsTests {
  /// A live run with metrics; fetches pages while it runs.
  private final class Rig {
    let command: Command
    let running: Running
    let base: String
    let source: Int

    init(_ script: String, _ words: [String] = []) throws {
      command = try Command(["s.lua": script])
      source = try #require(Rig.freePort)
      running = try command.start(
        ["run", "s.lua", "--from", "http://127.0.0.1:\(source)", "--metrics", "127.0.0.1:0"] + words)
      try #require(running.waitFor("listening for phones", in: ".errors"))
      let note = try #require(
        command.read(".errors").split(separator: "\n").first { $0.contains("metrics: ") })
      base = try #require(note.split(separator: " ").first { $0.hasPrefix("http://") })
        .replacingOccurrences(of: "/metrics,", with: "")
    }

    private static var freePort: Int? {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
      }
      return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    /// The output of curl, with the status in the last line.
    func curl(_ words: String...) throws -> [String] {
      let result = try command.curl(["-s", "-w", "\n%{http_code}"] + words)
      return result.split(separator: "\n").map(String.init)
    }

    func metrics() throws -> [String] { try curl(base + "/metrics") }

    /// Sends a fix and waits for the answer.
    func post(_ json: String) throws {
      #expect(try curl("-d", json, "http://127.0.0.1:\(source)/events").last == "200")
    }

    func stop() -> Command.Result {
      running.send(SIGTERM)
      return running.wait()
    }
  }

  @Test func aScrapeShowsWhatTheRunDid() throws {
    let rig = try Rig(
      Sample.alerts + "\ngeoscript.onMessage(function() error('no') end)",
      ["--state", "state", "--alerts", "exec:true", "--alerts", "exec:exit 3"])
    let now = Int(Date().timeIntervalSince1970)
    try rig.post(#"{"device":"a","latitude":1,"longitude":2,"timestamp":\#(now - 7)}"#)
    try rig.post(#"{"device":"b","latitude":1,"longitude":2,"timestamp":\#(now - 1000)}"#)
    var lines: [String] = []
    let isThere = Running.eventually {
      lines = (try? rig.metrics()) ?? []
      return lines.contains(#"geoscript_alert_deliveries_total{sink="exec:exit 3",state="refused"} 1"#)
        && lines.contains(#"geoscript_alert_deliveries_total{sink="exec:true",state="delivered"} 1"#)
    }
    #expect(isThere, "\(lines)")
    for line in [
      "geoscript_ready 1", "geoscript_events_total 2", "geoscript_fixes_total 2", "geoscript_devices 2",
      #"geoscript_fix_lateness_seconds_bucket{le="5.0"} 0"#,
      #"geoscript_fix_lateness_seconds_bucket{le="30.0"} 1"#,
      #"geoscript_fix_lateness_seconds_bucket{le="3600.0"} 2"#,
      #"geoscript_fix_lateness_seconds_bucket{le="+Inf"} 2"#, "geoscript_fix_lateness_seconds_count 2",
      "geoscript_callback_failures_total 0", "geoscript_alerts_total 1",
      #"geoscript_alerts_waiting{sink="exec:true"} 0"#, "geoscript_inbox_events 0",
      "geoscript_source_connected{source=\"http://127.0.0.1:\(rig.source)\"} 1",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    // Both main chunks and both updates.
    let calls = try #require(lines.first { $0.hasPrefix("geoscript_callbacks_total ") })
    #expect(Int(calls.split(separator: " ")[1]) ?? 0 >= 4)
    let seconds = try #require(lines.first { $0.hasPrefix("geoscript_callback_seconds_total ") })
    #expect(Double(seconds.split(separator: " ")[1]) ?? 0 > 0)
    #expect(rig.stop().code == 143)
  }

  @Test func probesAnswerAndOtherRequestsAreRefused() throws {
    let rig = try Rig(Sample.prints)
    #expect(try rig.curl(rig.base + "/healthz") == ["ok", "200"])
    #expect(try rig.curl(rig.base + "/readyz") == ["ok", "200"])
    #expect(try rig.curl(rig.base + "/nothing").last == "404")
    #expect(try rig.curl("-X", "POST", "-d", "x", rig.base + "/metrics").last == "405")
    #expect(try rig.curl("-I", rig.base + "/metrics").last == "200")
    // HO-118.
    #expect(try rig.curl("-H", "Host: evil.example:9090", rig.base + "/metrics").last == "403")
    #expect(try rig.curl("-H", "Host: localhost", rig.base + "/healthz") == ["ok", "200"])
    #expect(try rig.curl("-0", "-H", "Host:", rig.base + "/healthz") == ["ok", "200"])
    _ = rig.stop()
  }

  @Test func aRunThatStartsOrStopsOrHangsIsNotReady() {
    let health = RunHealth()
    #expect(health.reasonToWait == "the run is starting" && health.fault == nil)
    health.ready()
    #expect(health.reasonToWait == nil)
    health.stopping()
    #expect(health.reasonToWait == "the run is stopping" && health.fault == nil)
    let metrics = RunMetrics()
    #expect(metrics.page("/readyz")?.status == 503)
    #expect(metrics.page("/healthz")?.status == 200)
  }

  @Test func aTakenPortEndsBeforeTheRun() throws {
    let rig = try Rig(Sample.prints)
    let address = String(rig.base.dropFirst("http://".count))
    let result = try rig.command.start(["run", "s.lua", "--metrics", address]).wait()
    #expect(result.code == 69)
    #expect(result.errors.contains("is taken by another program"))
    #expect(rig.stop().code == 143)
  }

  @Test func anInvalidAddressIsAUsageError() throws {
    let command = try Command(["s.lua": Sample.prints])
    let result = try command.run("run", "s.lua", "--metrics", "9090")
    #expect(result.code == 64)
    #expect(result.errors.contains("--metrics takes ADDRESS:PORT"))
  }
}

extension Command {
  /// What curl prints.
  fileprivate func curl(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
