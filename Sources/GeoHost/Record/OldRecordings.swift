import Geo
import GeoDelivery
import GeoFormats
import Glibc

/// Removes what earlier parts of a recording hold for too long.
///
/// A part has a name that this recording could have given it, begins with the first line of a recording, and is a
/// regular file of this user. Nothing else is removed, and no link is followed.
///
/// - Source: HO-151.
struct OldRecordings {
  let name: RecordingName
  /// When it continues in the next part, which its names show.
  let rotation: RecordRotation?
  /// Seconds after its last line in which a part stays.
  let keep: TimeInterval
  /// Files that stay, however old.
  let spared: [String]

  /// Removes the parts that are too old at `now`; returns how many, and why others could not be removed.
  func remove(at now: TimeInterval) -> (removed: Int, failures: [GeoError]) {
    var removed = 0
    var failures: [GeoError] = []
    for file in MissingFile.names(in: name.folder) where name.isName(file, rotation) {
      let path = name.folder == "." ? file : "\(name.folder)/\(file)"
      guard isOld(path, at: now), !spared.contains(where: { areSameFile($0, path) }),
        RecordingFile.isRecording(path)
      else { continue }
      if unlink(path) == 0 {
        removed += 1
      } else {
        let why = RecordingFile.words(errno)
        failures.append(
          GeoError(.cannotCreate, "is older than --record-keep and cannot be removed: \(why)", at: path))
      }
    }
    return (removed, failures)
  }

  private func isOld(_ path: String, at now: TimeInterval) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      return false
    }
    return now - Double(status.st_mtim.tv_sec) - Double(status.st_mtim.tv_nsec) / 1e9 > keep
  }
}
