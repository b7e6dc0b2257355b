import CommandTesting
import GeoCore
import Glibc
import Testing

@testable import GeoHost

/// The command on a socket, as a user runs it: its end, and its words.
@Suite struct LiveSignalTests {
  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))], ["1", "2"])
  func aSignalEndsInOrder(signal: (Int32, Int32), jobs: String) throws {
    let script = """
      local manager = CLLocationManager.new{}
      manager.delegate = { didUpdateToLocation = function(_, new) print(new.coordinate.latitude) end }
      manager:startUpdatingLocation()
      geoscript.after(3600, print)
      geoscript.onFinish(function() print("finished") end)
      """
    let command = try Command(["s.lua": script])
    let sender = try Datagrams()
    let running = try command.start(
      ["run", "s.lua", "--from", "udp://127.0.0.1:\(sender.port)", "--jobs", jobs])
    #expect(
      Running.eventually {
        sender.send(#"{"device":"a","latitude":1.5,"longitude":2,"horizontalAccuracy":5}"# + "\n")
        return command.read(".output").contains("1.5")
      })
    running.send(signal.0)
    let result = running.wait()
    #expect(result.code == signal.1)
    #expect(result.lines.last == "finished")
    #expect(result.errors.contains("1 device"))
  }

  /// Events that have come are handled, and the user learns why that takes long.
  @Test(arguments: ["1", "2"]) func eventsHandledBeforeTheEndAreReported(jobs: String) throws {
    let script = """
      print("start", geoscript.device.id)
      local manager = CLLocationManager.new{}
      manager.delegate = { didUpdateToLocation = function(_, new)
        local sum = 0
        for number = 1, 100000 do sum = sum + number end
      end }
      manager:startUpdatingLocation()
      """
    var lines = ""
    for number in 0..<30_000 {
      lines += #"{"device":"\#(number % 10)","latitude":1,"longitude":\#(Double(number) / 1000)}"# + "\n"
    }
    let command = try Command(["s.lua": script])
    let sender = try Stream(lines)
    let running = try command.start(
      ["run", "s.lua", "--from", "tcp://127.0.0.1:\(sender.port)", "--jobs", jobs])
    #expect(running.waitFor("start"))
    // The others come while the first are handled.
    usleep(1_000_000)
    running.send(SIGINT)
    #expect(running.waitFor("events that have arrived", in: ".errors"))
    running.send(SIGINT)
    #expect(running.wait().code == 130)
  }

  @Test func optionsForFilesAreRefused() throws {
    let command = try Command(["s.lua": "", "a.ndjson": Sample.log(1)])
    let words = [
      ["--from", "a.ndjson"], ["--from", "-"], ["--speed", "2"], ["--start", "0"],
      ["--end", "2026-01-01T00:00:00Z"],
      ["--interval", "1"], ["--pace", "1"],
    ]
    for word in words {
      let result = try command.start(["run", "s.lua", "--from", "udp://127.0.0.1:0"] + word).wait()
      #expect(result.code == 64)
      #expect(result.errors.contains("is live"), "\(word)")
    }
    let stale = try command.run("run", "s.lua", "--stale-after", "5")
    #expect(stale.code == 64)
  }
}

/// Sends a text to every client.
private final class Stream {
  private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  let port: Int

  init(_ text: String) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, bytes) = (descriptor, Array(text.utf8))
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
          && listen(descriptor, 1) == 0
      }
    }
    guard isListening else { throw Datagrams.Fault() }
    port = Int(UInt16(bigEndian: address.sin_port))
    _ = WorkerThread<Void> {
      let client = accept(descriptor, nil, nil)
      _ = write(client, bytes, bytes.count)
    }
  }

  deinit { close(descriptor) }
}

/// Sends to a port of this machine that was free a moment ago.
final class Datagrams {
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  private var address = sockaddr_in()

  var port: Int { Int(UInt16(bigEndian: address.sin_port)) }

  struct Fault: Error {}

  init() throws {
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
      }
    }
    guard isBound else { throw Fault() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
