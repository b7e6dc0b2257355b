public import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import LuaBridge

/// `geoscript publish`: gives the workers of a stream another version of their script, fences and settings.
///
/// - Source: SC-50 … SC-52.
public struct VersionPublisher {
  private let client: NATSClient
  private let log: VersionLog

  /// - Parameters:
  ///   - target: the address of the stream, as its workers have it.
  ///   - groupBy: the words of their `--group-by`.
  /// - Errors: ``GeoError`` of an address, and of a server that cannot be reached or used.
  public init(_ target: String, groupBy: String? = nil) throws(GeoError) {
    let address = try NATSAddress(try SourceAddress(target))
    if let groupBy { try Grouping.checkStream(groupBy) }
    client = try NATSClient(address)
    try client.prepareStream(groupBy: groupBy)
    log = try VersionLog(client)
  }

  /// Checks a script with its files, so that a mistake is found before workers get it.
  ///
  /// - Errors: ``GeoError`` with the place of what cannot be used.
  public static func check(_ options: RunOptions, _ warn: (String) -> Void) throws(GeoError) {
    let run = try Run(options)
    for diagnostic in GeoLibrary.checker().check(run.script.source, name: run.script.name) {
      guard diagnostic.severity == .error else {
        warn(diagnostic.description)
        continue
      }
      throw GeoError(.data, diagnostic.description)
    }
    _ = try run.declaredUnit()
    _ = try run.requirements()
    for path in options.fences {
      let (regions, skips) = try FenceFile.read(
        path, desiredAccuracy: options.fenceAccuracy, timeZones: FenceFile.systemTimeZones)
      guard !regions.isEmpty else { throw GeoError(.data, "contains no usable region", at: path) }
      for (kind, entry) in skips.kinds { warn("\(path): \(kind): \(entry.count), first: \(entry.first)") }
    }
    if let path = options.settings { _ = try SettingsFile(path: path) }
  }

  /// Starts the script once on a device that does not exist, without permissions; what it puts out goes nowhere.
  ///
  /// - Errors: ``GeoError`` `data` if its main chunk fails.
  public static func tryOut(_ options: RunOptions) throws(GeoError) {
    do throws(GeoError) { try Run(options).tryOut() } catch {
      guard error.code == .data else { throw error }
      throw GeoError(
        .data, "\(error); workers could not start it (--force publishes it without this trial)")
    }
  }

  /// Stores the files of a run as the next version, and takes it into force; returns the line that says so.
  public func publish(_ options: RunOptions) throws(GeoError) -> String {
    let head = try log.append(try StreamVersion(options), at: wallSeconds())
    return try enforce(head)
  }

  /// Takes an earlier version into force again.
  ///
  /// - Errors: ``GeoError`` `usage` for a number that no version has.
  public func enforce(_ number: UInt64) throws(GeoError) -> String {
    guard let head = try log.head(number) else {
      let last = try log.newest().map { "expected 1 to \($0.number)" } ?? "there is none yet"
      throw GeoError(.usage, "there is no version \(number) of \(client.address.stream) (\(last))")
    }
    return try enforce(head)
  }

  private func enforce(_ head: VersionLog.Head) throws(GeoError) -> String {
    let address = client.address
    let body = Array(
      JSONValue.object([("type", .string("version")), ("version", .integer(Int64(clamping: head.number)))])
        .description.utf8)
    var force = VersionLog.Force(version: head.number, messages: [])
    let stream = NATSLog(client, existing: address.stream)
    for partition in 0..<address.partitions {
      do throws(GeoError) {
        force.messages.append(try stream.append(body, to: PartitionSubject.control(partition)))
      } catch {
        throw GeoError(
          error.code,
          "version \(head.number) is in force in \(partition) of \(counted(address.partitions, "partition")) only: \(error.message); "
            + "write geoscript publish --version \(head.number) once the server takes it", at: error.place)
      }
    }
    try log.note(force)
    return
      "version \(head.number) of \(address.stream) (\(head.words)) is in force in \(counted(address.partitions, "partition"))"
  }

  /// A line for each version, the newest last.
  public func list() throws(GeoError) -> [String] {
    let (last, force) = (try log.newest()?.number ?? 0, try log.inForce()?.version)
    var lines: [String] = []
    for number in 1..<(last + 1) {
      guard let head = try log.head(number) else { continue }
      let mark = number == force ? "  in force" : ""
      lines.append("\(number)  \(ISO8601.format(head.time.rounded(.down)))  \(head.words)\(mark)")
    }
    return lines
  }
}

extension VersionLog.Head {
  fileprivate var words: String {
    let names = [script] + fences.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "\(names.map { PlainText.line($0) }.joined(separator: ", ")): \(counted(bytes, "byte"))"
  }
}
