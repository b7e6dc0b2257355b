package import Geo
import Glibc

/// The Unix socket in a state directory, through which a console reaches the run that uses it.
///
/// - Source: unix(7).
package enum ConsoleSocket {
  private static let name = "console.sock"
  /// The bytes that `sun_path` holds, less the NUL at its end.
  private static let longest = 107

  /// - Errors: ``GeoError`` `usage` for a directory whose path is too long.
  package static func path(in directory: String) throws(GeoError) -> String {
    let path = "\(directory)/\(name)"
    guard path.utf8.count <= longest else {
      throw GeoError(
        .usage,
        "the path of its socket would have \(path.utf8.count) bytes, and a socket's path has at most \(longest): "
          + "use a shorter path, such as a relative one", at: directory)
    }
    return path
  }

  /// Opens the socket of a run that holds the lock of the directory: one that is there has nobody behind it.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  static func listen(_ path: String) throws(GeoError) -> Int32 {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw GeoError(.cannotCreate, "is there and is not a socket", at: path)
      }
      unlink(path)
    }
    let descriptor = try make(path)
    // Linux gives the file this mode, so that nobody else can connect even for a moment.
    fchmod(descriptor, 0o600)
    guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      Glibc.listen(descriptor, 8) == 0
    else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw GeoError(.cannotCreate, reason, at: path)
    }
    return descriptor
  }

  /// - Errors: ``GeoError`` `unavailable` if no run listens.
  package static func connect(_ path: String) throws(GeoError) -> Int32 {
    let descriptor = try make(path)
    guard withAddress(path, { Glibc.connect(descriptor, $0, $1) }) != 0 else { return descriptor }
    let fault = errno
    close(descriptor)
    switch fault {
    case ENOENT, ECONNREFUSED:
      throw GeoError(
        .unavailable, "no run uses this state now: start it with geoscript run SCRIPT --state DIRECTORY",
        at: path)
    case EACCES, EPERM:
      throw GeoError(.notPermitted, "only the user whose run it is can attach to it", at: path)
    default: throw GeoError(.unavailable, String(cString: strerror(fault)), at: path)
    }
  }

  /// The user at the other end; nil if the system does not say.
  static func user(of descriptor: Int32) -> uid_t? {
    // struct ucred: the process, the user and the group, 32 bits each.
    var credentials = [UInt32](repeating: .max, count: 3)
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12 else {
      return nil
    }
    return credentials[1]
  }

  private static func make(_ path: String) throws(GeoError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path) }
    return descriptor
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longest)) }
    return withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      // The system reads an address by its family.
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
