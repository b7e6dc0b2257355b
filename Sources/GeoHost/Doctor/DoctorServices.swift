import Geo
import Glibc

/// Checks of the services that `geoscript service install` wrote.
enum DoctorServices {
  /// - Parameter root: the root of the system; empty for the one that runs.
  static func inspect(root: String = "") -> [Finding] {
    ServiceFolder(root: root).units().map { inspect($0.file, $0.text, root: root) }
  }

  private static func inspect(_ file: String, _ text: String, root: String) -> Finding {
    let words = self.words(text)
    guard let program = words.first, access(program, X_OK) == 0 else {
      return Finding(
        .fail, "service", "\(file) runs \(words.first ?? "nothing"), which is not there",
        advice: "install the service again: sudo geoscript service install …")
    }
    // The service runs as a user that owns nothing.
    for path in words.dropFirst().filter({ $0.hasPrefix("/") && $0.hasSuffix(".lua") }) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        return Finding(
          .fail, "service", "\(file) runs \(path), which is not there",
          advice: "put the script there, or install the service again")
      }
      guard status.st_mode & S_IROTH != 0 else {
        return Finding(
          .fail, "service", "\(file) cannot read \(path): only some users may",
          advice: "sudo chmod a+r \(path)")
      }
    }
    if file.hasSuffix("@.service") { return Finding(.ok, "service", "\(file) is a template for instances") }
    if access("\(root)/sys/fs/cgroup/system.slice/\(file)", F_OK) == 0 {
      return Finding(.ok, "service", "\(file) runs")
    }
    let wanted = "\(root)/etc/systemd/system/multi-user.target.wants/\(file)"
    var link = stat()
    guard lstat(wanted, &link) == 0 else {
      return Finding(
        .warn, "service", "\(file) is installed, but not started at boot",
        advice: "sudo systemctl daemon-reload && sudo systemctl enable --now \(file)")
    }
    return Finding(
      .warn, "service", "\(file) does not run",
      advice: "journalctl -u \(file) says why; sudo systemctl start \(file)")
  }

  /// The words of `ExecStart=`, without the quotes that none of the paths checked here needs.
  private static func words(_ text: String) -> [String] {
    let prefix = "ExecStart="
    let line = text.split(separator: "\n").first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    return (line ?? "").split(separator: " ").map { word in
      String(word.hasPrefix("\"") && word.hasSuffix("\"") ? word.dropFirst().dropLast() : word)
    }
  }
}
