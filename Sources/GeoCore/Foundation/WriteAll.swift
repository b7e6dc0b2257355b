import Glibc
import Synchronization

/// The writes of the process, for a signal handler that has to know whether one is stuck.
package enum Writes {
  private static let started = Atomic<Int>(0)
  private static let ended = Atomic<Int>(0)

  /// How many have ended, and whether another one waits for its reader.
  package static var state: (ended: Int, areWaiting: Bool) {
    let ended = ended.load(ordering: .relaxed)
    return (ended, started.load(ordering: .relaxed) > ended)
  }

  fileprivate static func count<Result>(_ write: () -> Result) -> Result {
    started.wrappingAdd(1, ordering: .relaxed)
    defer { ended.wrappingAdd(1, ordering: .relaxed) }
    return write()
  }
}

/// Writes all bytes, waiting while a pipe is full; returns false on failure, with the reason in `errno`.
package func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = Writes.count { Glibc.write(descriptor, rest.baseAddress, rest.count) }
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&room, 1, 1000)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}

/// The same for an array.
package func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { writeAll(descriptor, $0) }
}

/// The same for a text.
@discardableResult
package func writeAll(_ descriptor: Int32, _ text: String) -> Bool {
  var text = text
  return text.withUTF8 { writeAll(descriptor, UnsafeRawBufferPointer($0)) }
}
