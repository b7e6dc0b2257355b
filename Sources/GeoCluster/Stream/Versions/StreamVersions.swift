import Geo
import GeoFeeds
import GeoHost

/// The versions that the partitions of a worker use, each read once.
///
/// Owner: the loop, on its thread.
///
/// - Source: SC-51.
final class StreamVersions {
  private let log: VersionLog
  private let output: Output
  /// Where their files are: `require` and messages need paths.
  private let folder: String
  private let isTemporary: Bool
  private var plans: [UInt64: WorkerPlan] = [:]

  /// - Parameter folder: the state directory; nil to keep nothing.
  /// - Errors: ``GeoError`` if the server or the disk refuses.
  init(_ client: NATSClient, _ output: Output, folder: String?) throws(GeoError) {
    log = try VersionLog(client)
    (self.output, isTemporary) = (output, folder == nil)
    if let folder {
      self.folder = folder + "/versions"
      try Folder.make(self.folder)
    } else {
      self.folder = try TemporaryFolder.make()
    }
  }

  /// The plan of a run with the files of a version.
  ///
  /// - Errors: ``GeoError`` `data` for a version that is missing or cannot run, `unavailable` if the server does not answer.
  func plan(_ number: UInt64, of base: WorkerPlan) throws(GeoError) -> WorkerPlan {
    if let known = plans[number] { return known }
    let (head, version) = try log.read(number)
    let place = "\(folder)/\(head.key)"
    try write(version, to: place)
    var options = base.options
    options.script = "\(place)/\(version.script)"
    options.scriptText = nil
    options.fences = version.fences.map { "\(place)/\($0)" }
    options.fenceAccuracy = version.fenceAccuracy
    options.settings = version.settings.map { "\(place)/\($0)" }
    let plan: WorkerPlan
    do { plan = try base.renewed(options, output) } catch {
      // A file that is there and cannot be used is a fault of the version.
      throw GeoError(.data, error.message, at: error.place)
    }
    plans[number] = plan
    return plan
  }

  /// The version that is in force for a partition whose messages were removed up to `first`; nil if its own still is.
  func missed(by partition: Int, after sequence: UInt64, before first: UInt64) throws(GeoError) -> UInt64? {
    guard first > sequence + 1, let force = try log.inForce(), force.messages.indices.contains(partition)
    else {
      return nil
    }
    let message = force.messages[partition]
    return message > sequence && message < first ? force.version : nil
  }

  private func write(_ version: StreamVersion, to place: String) throws(GeoError) {
    for file in version.files {
      let path = "\(place)/\(file.path)"
      try Folder.make(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try AtomicFile.write(file.bytes, to: path)
    }
  }

  /// Removes what nobody needs after the run.
  func close() { if isTemporary { TemporaryFolder.remove(folder) } }
}

extension WorkerPlan {
  /// Takes what a version brings.
  mutating func takeFiles(of other: WorkerPlan) {
    (script, requirements, declaresUnit, advice) = (
      other.script, other.requirements, other.declaresUnit, other.advice
    )
    (fences, settings) = (other.fences, other.settings)
    options.script = other.options.script
    options.takeOver(other.options)
  }
}
