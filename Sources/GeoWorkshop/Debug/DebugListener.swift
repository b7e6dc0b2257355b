package import Geo
import Glibc

/// A port of this machine on which one editor is waited for.
package final class DebugListener {
  package let port: Int
  private let socket: Int32

  /// - Parameter port: 0 for any free one.
  /// - Errors: ``GeoError`` `unavailable` if it is taken.
  package init(port: Int) throws(GeoError) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var isOn: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 1) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard socket >= 0, isOpen else {
      let reason = String(cString: strerror(errno))
      if socket >= 0 { close(socket) }
      throw GeoError(.unavailable, reason, at: "127.0.0.1:\(port)")
    }
    self.socket = socket
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }

  /// Waits for an editor; returns its connection.
  ///
  /// - Errors: ``GeoError`` `unavailable`.
  package func accept() throws(GeoError) -> Int32 {
    while true {
      let connection = Glibc.accept(socket, nil, nil)
      if connection >= 0 { return connection }
      guard errno == EINTR else {
        throw GeoError(.unavailable, String(cString: strerror(errno)), at: "127.0.0.1:\(port)")
      }
    }
  }
}
