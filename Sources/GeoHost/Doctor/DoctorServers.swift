import Geo
import GeoFeeds
import Glibc

/// Checks of the local servers and receivers that live sources use.
enum DoctorServers {
  /// The gpsd of this machine; its receivers are not opened.
  static func gpsd() -> Finding {
    guard let answer = GPSDProbe.ask(host: "localhost", port: GPSDSource.defaultPort, within: 0.4) else {
      return Finding(
        .warn, "gpsd", "no answer at localhost:\(GPSDSource.defaultPort); needed for gpsd://",
        advice: "sudo apt-get install gpsd, then sudo gpsdctl add /dev/ttyUSB0")
    }
    guard !answer.paths.isEmpty else {
      return Finding(
        .warn, "gpsd", "gpsd \(answer.release) has no receiver", advice: "sudo gpsdctl add /dev/ttyUSB0")
    }
    return Finding(
      .ok, "gpsd",
      "gpsd \(answer.release) with \(answer.paths.joined(separator: ", ")) "
        + "(geoscript doctor gpsd://localhost waits for a fix)")
  }

  static func broker() -> Finding {
    guard ServerProbe.fault(host: "localhost", port: 1883) == nil else {
      return Finding(
        .warn, "broker", "no answer at localhost:1883; needed for mqtt://localhost",
        advice: "sudo apt-get install mosquitto, or name yours: geoscript doctor mqtt://HOST")
    }
    return Finding(.ok, "broker", "answers at localhost:1883")
  }

  /// The receivers that are plugged in, and whether this user may read them.
  static func serialLines() -> [Finding] {
    let paths = serialPaths()
    guard !paths.isEmpty else { return [Finding(.ok, "serial", "no receiver is plugged in")] }
    return paths.map { path in
      guard access(path, R_OK | W_OK) != 0 else { return Finding(.ok, "serial", "you may read \(path)") }
      return Finding(
        .warn, "serial", "you may not read \(path)",
        advice: "sudo usermod -aG \(group(of: path)) $USER, then log in again")
    }
  }

  /// The serial lines of USB devices and small boards; the built-in ones of PCs are rarely connected.
  private static func serialPaths() -> [String] {
    guard let folder = opendir("/dev") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isSerial = ["ttyUSB", "ttyACM", "ttyAMA", "rfcomm"].contains { name.hasPrefix($0) }
      if isSerial { names.append("/dev/" + name) }
    }
    return names.sorted()
  }

  private static func group(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, let group = getgrgid(status.st_gid) else { return "dialout" }
    return String(cString: group.pointee.gr_name)
  }
}
