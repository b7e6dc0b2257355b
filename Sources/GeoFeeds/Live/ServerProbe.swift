import Glibc

/// Checks TCP servers and free ports.
public enum ServerProbe {
  /// Connects and hangs up; nil if a server answers, otherwise the reason why not.
  public static func fault(host: String, port: Int) -> String? {
    do throws(ConnectionFault) {
      _ = try LineConnection(host: host, port: port, WakeDescriptor())
      return nil
    } catch {
      return error.message
    }
  }

  /// Binds a port and releases it at once; nil if it is free, otherwise the reason why not.
  public static func listeningFault(host: String, port: Int) -> String? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    let outcome = getaddrinfo(host, "\(port)", &hints, &found)
    guard outcome == 0, let address = found?.pointee else {
      return
        "is at \"\(host)\", which is not found: \(gai_strerror(outcome).map { String(cString: $0) } ?? "")"
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return ConnectionFault("cannot be used", errno).message }
    defer { close(descriptor) }
    // Like servers do, ignores connections of a server that has just ended.
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 1) == 0 else {
      return ConnectionFault("cannot be used", errno).message
    }
    return nil
  }
}
