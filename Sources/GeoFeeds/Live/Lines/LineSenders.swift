import Geo
import GeoFormats
import Glibc

/// The senders of a transport's lines, each with its own decoders.
///
/// A connection has one sender. With datagrams, each address is a sender and a device, unless the address
/// names one; sentences of two receivers never form one fix.
final class LineSenders {
  /// The most addresses to read datagrams from; further ones are counted.
  static let limit = 1024
  /// The most datagrams in one batch.
  private static let burst = 256

  private let context: LineContext
  private let isNamed: Bool
  /// The sender of a connection.
  private let only: LineDispatcher
  private var cutter = LineSplitter()
  private var overlongCount = 0
  /// By the bytes of their addresses.
  private var places: [[UInt8]: Int] = [:]
  private var all: [LineDispatcher] = []
  private var strangers = SkipCounts()

  init(_ context: LineContext, isNamed: Bool) {
    self.context = context
    self.isNamed = isNamed
    only = LineDispatcher(context)
    all = [only]
  }

  /// Begins a connection: discards the incomplete line of the last one.
  func begin() { cutter.forget() }

  /// Ends the connection: delivers held events.
  func end(at arrival: TimeInterval, into events: inout [DeviceEvent]) {
    cutter.rest { decode($0, $1, arrival, into: &events) }
    flush(at: arrival, into: &events)
  }

  func flush(at arrival: TimeInterval, into events: inout [DeviceEvent]) {
    for sender in all { sender.flush(at: arrival, into: &events) }
  }

  var patience: TimeInterval? { all.compactMap(\.patience).min() }
  var goodCount: Int { all.reduce(0) { $0 + $1.goodCount } }

  var skips: SkipCounts {
    var counts = SkipCounts()
    for sender in all { counts.add(sender.skips) }
    counts.add(strangers)
    return counts
  }

  /// Reads once from a ready descriptor.
  func readBytes(
    of descriptor: Int32, at arrival: TimeInterval, into events: inout [DeviceEvent]
  ) -> Result<Int, ConnectionFault> {
    let free = cutter.free
    let count = read(descriptor, free.baseAddress, free.count)
    if count < 0 {
      if errno == EAGAIN || errno == EINTR { return .success(0) }
      return .failure(ConnectionFault("the connection is lost", errno))
    }
    if count == 0 { return .failure(ConnectionFault("has ended")) }
    cutter.append(count) { decode($0, $1, arrival, into: &events) }
    while overlongCount < cutter.overlongCount {
      overlongCount += 1
      only.count(
        "line too long", "\(context.name):\(cutter.line): line is longer than \(LineBuffer.limit) bytes")
    }
    return .success(count)
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ line: Int, _ arrival: TimeInterval, into events: inout [DeviceEvent]
  ) {
    only.decode(LineRun(bytes: bytes, firstLine: line, arrival: arrival), into: &events)
  }
}

extension LineSenders {
  /// Reads the available datagrams.
  func readDatagrams(
    of descriptor: Int32, at arrival: TimeInterval, into events: inout [DeviceEvent]
  ) -> Result<Int, ConnectionFault> {
    var total = 0
    for _ in 0..<Self.burst {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let free = cutter.free
      let count = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, free.baseAddress, free.count, 0, $0, &size)
        }
      }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { break }
        return .failure(ConnectionFault("cannot be read", errno))
      }
      total += count
      let sender = sender(&address, size)
      cutter.append(count, isWhole: true) { bytes, line in
        guard let sender else {
          strangers.count("too many senders", "\(context.name): has more than \(Self.limit) senders")
          return
        }
        sender.decode(LineRun(bytes: bytes, firstLine: line, arrival: arrival), into: &events)
      }
    }
    return .success(total)
  }

  /// The sender at an address, whatever its port: a restarted sender has another port.
  private func sender(_ address: inout sockaddr_storage, _ size: socklen_t) -> LineDispatcher? {
    let isSix = Int32(address.ss_family) == AF_INET6
    let place = withUnsafeBytes(of: &address) { Array(isSix ? $0[8..<24] : $0[4..<8]) }
    if let known = places[place] { return all[known] }
    guard all.count < Self.limit else { return nil }
    var context = context
    if !isNamed {
      context.device = Self.text(&address, size)
      context.name += " from \(context.device)"
    }
    places[place] = all.count
    let sender = LineDispatcher(context)
    all.append(sender)
    return sender
  }

  private static func text(_ address: inout sockaddr_storage, _ size: socklen_t) -> String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getnameinfo($0, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      }
    }
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // IPv4 mapped into IPv6.
    return name.hasPrefix("::ffff:") ? String(name.dropFirst(7)) : name
  }
}
