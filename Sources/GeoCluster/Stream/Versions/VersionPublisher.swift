public import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
public import GeoHost
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
      let last = try log.newest().map { "expected 1 to \($0.number)" } ?? "nothing was published yet"
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

  /// A line for each version, the newest last, and what to do if partitions have different ones.
  public func list() throws(GeoError) -> (lines: [String], warning: String?) {
    let last = try log.newest()?.number ?? 0
    guard last > 0 else { return ([], nil) }
    let counts = try partitionsOfVersions()
    let all = counts.counts.values.reduce(0, +)
    var lines: [String] = []
    for number in 1..<(last + 1) {
      guard let head = try log.head(number) else { continue }
      let count = counts.counts[number] ?? 0
      let mark =
        count == 0 ? "" : "  in force" + (count == all ? "" : " in \(count) of \(counted(all, "partition"))")
      lines.append("\(number)  \(ISO8601.format(head.time.rounded(.down)))  \(head.words)\(mark)")
    }
    guard counts.counts.count > 1 else { return (lines, nil) }
    let missing = all - (counts.counts[counts.newest] ?? 0)
    return (
      lines,
      "version \(counts.newest) is not in force in \(missing) of \(counted(all, "partition")): unless it is being published "
        + "now, its publisher has ended too early; write geoscript publish --version \(counts.newest)"
    )
  }

  /// In how many partitions each version is in force, 0 for that of the command, and the one that came last.
  private func partitionsOfVersions() throws(GeoError) -> (counts: [UInt64: Int], newest: UInt64) {
    let stream = NATSLog(client, existing: client.address.stream)
    let force = try log.inForce()
    var counts: [UInt64: Int] = [:]
    var newest: (number: UInt64, version: UInt64) = (0, force?.version ?? 0)
    for partition in 0..<client.address.partitions {
      let found = try stream.last(of: PartitionSubject.control(partition))
      let json = found.flatMap { try? JSONParser.parse(String(decoding: $0.bytes, as: UTF8.self)) }
      // The stream may have removed the message.
      let version = json?["version"]?.natural ?? force?.version ?? 0
      counts[version, default: 0] += 1
      if let found, found.number > newest.number { newest = (found.number, version) }
    }
    return (counts, newest.version)
  }
}

extension VersionLog.Head {
  fileprivate var words: String {
    let names = [script] + fences.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "\(names.map { PlainText.line($0) }.joined(separator: ", ")): \(counted(bytes, "byte"))"
  }
}
