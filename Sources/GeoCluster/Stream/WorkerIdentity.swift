import Geo
import Glibc
import SQLite

/// Who a worker is among those that share states.
///
/// With a state directory, a worker that begins again takes the name that is free, and with it the leases of its
/// predecessor: the system frees the name however a process ends. Without one, each worker has a name that no other has.
final class WorkerIdentity: Sendable {
  /// The name of the states in the bucket of leases.
  private let group: String
  /// The worker's own number among them, from 1.
  private let number: Int
  private let lock: FileLock?

  /// The most workers of one state directory.
  private static let most = 256

  /// - Errors: ``GeoError`` `cannotCreate` for a folder that cannot be written.
  init(folder: String) throws(GeoError) {
    group = try WorkerIdentity.group(of: folder)
    (lock, number) = try WorkerIdentity.name(in: folder)
  }

  /// For `--state nats`.
  init(stream: String) { (group, number, lock) = ("nats-\(stream)", Int.random(in: 1000...(1 << 48)), nil) }

  private static func name(in folder: String) throws(GeoError) -> (FileLock, Int) {
    for number in 1...most {
      var isTaken = false
      do throws(GeoError) {
        let lock = try FileLock(path: "\(folder)/worker-\(number)", holder: "geoscript run") { who in
          isTaken = true
          return GeoError(.cannotCreate, "is in use by \(who)", at: folder)
        }
        return (lock, number)
      } catch { if !isTaken { throw error } }
    }
    throw GeoError(.cannotCreate, "has \(most) workers already", at: folder)
  }

  /// A name that no other state directory has: a random number in a file, and the number of that file, so that a copy has
  /// another name.
  private static func group(of folder: String) throws(GeoError) -> String {
    let path = "\(folder)/stream"
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 {
      _ = writeAll(made, String(UInt64.random(in: 1 << 60 ... .max), radix: 36))
      close(made)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw GeoError(.cannotCreate, "cannot be written: \(String(cString: strerror(errno)))", at: path)
    }
    defer { close(file) }
    var status = stat()
    // Another worker may be writing it.
    for _ in 0..<100 where fstat(file, &status) == 0 && status.st_size < 12 { usleep(10_000) }
    var bytes = [UInt8](repeating: 0, count: 13)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 12 else { throw GeoError(.data, "is cut off: remove it", at: path) }
    return "\(String(decoding: bytes[..<count], as: UTF8.self))-\(status.st_ino)"
  }

  /// The key that says that this worker lives.
  var workerKey: String { "\(group).w.\(number)" }

  func key(of partition: Int) -> String { "\(group).p.\(partition)" }

  /// Where this worker begins to look for free partitions.
  var start: Int { number * 7 }

  /// A value for a lease that no other lease has.
  func value(_ count: Int) -> String { "\(number) \(getpid()) \(count)" }

  /// Whether a lease with this value is that of this worker or of its predecessor.
  func owns(_ value: String) -> Bool { value.hasPrefix("\(number) ") }

  /// How many workers there are, and the partitions that have an owner.
  func read(_ keys: [String]) -> (workers: Int, partitions: Set<Int>) {
    var workers = 0
    var partitions: Set<Int> = []
    for key in keys where key.hasPrefix("\(group).") {
      let rest = key.dropFirst(group.count + 1)
      if rest.hasPrefix("w.") { workers += 1 }
      if rest.hasPrefix("p."), let number = Int(rest.dropFirst(2)) { partitions.insert(number) }
    }
    return (workers, partitions)
  }
}
