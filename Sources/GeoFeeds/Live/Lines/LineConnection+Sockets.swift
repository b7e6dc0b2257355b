import Geo
import Glibc

extension LineConnection {
  /// Seconds to wait for a host's answer.
  private static let patience = 10.0

  /// Connects to a server.
  convenience init(host: String, port: Int, _ wake: WakeDescriptor) throws(ConnectionFault) {
    let end = monotonicSeconds() + Self.patience
    let descriptor = try Self.firstOf(host, port, Int32(SOCK_STREAM.rawValue)) { descriptor, address in
      if connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { return errno }
        switch wake.wait(for: descriptor, POLLOUT, until: end) {
        case .rung: return ECANCELED
        case .late: return ETIMEDOUT
        case .ready: break
        }
        var fault: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size)
        if fault != 0 { return fault }
      }
      // Detects a vanished peer after 10 + 3 × 5 s.
      Self.set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
      Self.set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 10)
      Self.set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 5)
      Self.set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
      return 0
    }
    self.init(descriptor: descriptor)
  }

  /// Listens for datagrams to an address of this machine or to a multicast group.
  convenience init(datagramsTo host: String, port: Int) throws(ConnectionFault) {
    func bound(_ host: String) throws(ConnectionFault) -> Int32 {
      try Self.firstOf(host, port, Int32(SOCK_DGRAM.rawValue)) { descriptor, address in
        // Bursts must not get lost while a script works.
        Self.set(descriptor, SOL_SOCKET, SO_RCVBUF, 4 << 20)
        let isGroup = Self.isGroup(address)
        if address.ai_family == AF_INET6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        if isGroup { Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1) }
        if bind(descriptor, address.ai_addr, address.ai_addrlen) != 0 { return errno }
        return isGroup ? Self.join(descriptor, address) : 0
      }
    }
    let descriptor: Int32
    do throws(ConnectionFault) {
      // A wildcard socket of version 6 also accepts version 4.
      descriptor = try bound(host.isEmpty ? "::" : host)
    } catch {
      // The machine has no IPv6.
      guard host.isEmpty else { throw error }
      descriptor = try bound("0.0.0.0")
    }
    self.init(descriptor: descriptor, isDatagram: true)
  }

  /// Opens a socket for the first of a host's addresses that `use` accepts; `use` returns an `errno`, or 0.
  private static func firstOf(
    _ host: String, _ port: Int, _ type: Int32, _ use: (Int32, addrinfo) -> Int32
  ) throws(ConnectionFault) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = type
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let outcome = getaddrinfo(host, "\(port)", &hints, &found)
    guard outcome == 0 else {
      throw ConnectionFault(
        "\"\(host)\" is not found: \(gai_strerror(outcome).map { String(cString: $0) } ?? "")")
    }
    defer { freeaddrinfo(found) }
    var fault: Int32 = EADDRNOTAVAIL
    var next = found
    while let address = next?.pointee {
      next = address.ai_next
      let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = socket(address.ai_family, type | flags, 0)
      guard descriptor >= 0 else {
        fault = errno
        continue
      }
      fault = use(descriptor, address)
      if fault == 0 { return descriptor }
      close(descriptor)
    }
    let isFinal = [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(fault)
    throw ConnectionFault(
      type == Int32(SOCK_STREAM.rawValue) ? "cannot connect" : "cannot listen", fault,
      isFinal: isFinal)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Whether an address is that of a group: 224.0.0.0/4 or ff00::/8.
  private static func isGroup(_ address: addrinfo) -> Bool {
    guard let bytes = UnsafeRawPointer(address.ai_addr) else { return false }
    // After family and port; in version 6 also after the flow.
    return address.ai_family == AF_INET
      ? bytes.load(fromByteOffset: 4, as: UInt8.self) >> 4 == 0xe
      : bytes.load(fromByteOffset: 8, as: UInt8.self) == 0xff
  }

  private static func join(_ descriptor: Int32, _ address: addrinfo) -> Int32 {
    var request = group_req()
    memcpy(&request.gr_group, address.ai_addr, Int(address.ai_addrlen))
    let level = address.ai_family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6
    let size = socklen_t(MemoryLayout<group_req>.size)
    return setsockopt(descriptor, Int32(level), MCAST_JOIN_GROUP, &request, size) == 0 ? 0 : errno
  }
}
