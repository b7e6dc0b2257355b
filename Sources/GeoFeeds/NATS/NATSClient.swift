import CNats
public import Geo
import Glibc

/// A connection to JetStream that publishes, and whose readers read.
///
/// Owner: one thread. Connects again after a loss by itself.
public final class NATSClient {
  public let address: NATSAddress
  let handle: OpaquePointer

  /// Seconds within which a server must answer.
  public static let patience = 5.0
  /// Seconds in which the stream drops a second message of the same id.
  static let duplicateWindow = 120.0

  /// - Parameter patience: seconds within which the server must answer.
  /// - Errors: ``GeoError`` `unavailable` without libnats or a server, `usage` for what the server refuses.
  public init(_ address: NATSAddress, patience: Double = NATSClient.patience) throws(GeoError) {
    if let fault = cn_load() {
      throw GeoError(
        .unavailable, "NATS needs libnats3.4, which is not installed: \(String(cString: fault))",
        at: address.name)
    }
    self.address = address
    var fault = [CChar](repeating: 0, count: 256)
    guard let client = address.connect(&fault, timeout: patience) else {
      let words = fault.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      throw GeoError(
        .unavailable, "cannot connect: \(NATSClient.plain(words))\(address.advice(after: words))",
        at: address.name)
    }
    handle = client
  }

  deinit { cn_close(handle) }

  public var isConnected: Bool { cn_is_connected(handle) }

  /// How often libnats has begun to drop messages because a reader of this process was full. It reads them again.
  public static var dropCount: Int { Int(clamping: cn_drops()) }

  /// Makes the stream if it is missing, and checks that its layout is this one.
  ///
  /// - Parameter groupBy: the words of `--group-by`; nil if each device is its own group.
  /// - Errors: ``GeoError`` `unavailable` if the server refuses, `usage` for another layout.
  public func prepareStream(groupBy: String? = nil) throws(GeoError) {
    try makeStream(
      address.stream, PartitionSubject.all, age: address.maximumAge, bytes: address.maximumBytes)
    let layout = JSONValue.object([
      ("partitions", .integer(Int64(address.partitions))), ("groupBy", .string(groupBy ?? "device")),
    ]).description
    var found = [CChar](repeating: 0, count: 1024)
    guard cn_settle(handle, "geo", Int32(address.replicas), address.stream, layout, &found, found.count)
    else {
      throw fault("cannot read the layout of \(address.stream) in the bucket geo")
    }
    let words = found.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guard words == layout else {
      throw GeoError(
        .usage,
        "the stream \(address.stream) is laid out as \(words), this command says \(layout): "
          + "a stream keeps its partitions and its --group-by for life", at: address.name)
    }
  }

  /// Makes a stream in files if it is missing, which refuses new messages when it is full.
  ///
  /// - Parameter age: seconds that it keeps messages, and `bytes` the most that it has; 0 for no limit.
  /// - Errors: ``GeoError`` `unavailable` if the server refuses.
  func makeStream(_ name: String, _ subjects: [String], age: Double = 0, bytes: Int = 0) throws(GeoError) {
    var subjects: [UnsafePointer<CChar>?] = subjects.map { UnsafePointer(strdup($0)) }
    defer { for subject in subjects { free(UnsafeMutablePointer(mutating: subject)) } }
    let isMade = cn_make_stream(
      handle, name, &subjects, Int32(subjects.count), Int32(address.replicas), Int64(age * 1e9),
      Int64(bytes), Int64(NATSClient.duplicateWindow * 1e9))
    guard isMade else { throw fault("cannot make the stream \(name)") }
  }

  /// How many partitions the stream has, and the words of its `--group-by`, which are `device` if each device is its own
  /// group; nil if nobody has made it yet.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not answer.
  public func layoutOfStream() throws(GeoError) -> (partitions: Int, groupBy: String)? {
    guard try has("KV_geo") else { return nil }
    let found = try NATSLog(self, existing: "KV_geo").last(of: "$KV.geo.\(address.stream)")
    let json = found.flatMap { try? JSONParser.parse(String(decoding: $0.bytes, as: UTF8.self)) }
    guard let partitions = json?["partitions"]?.natural else { return nil }
    return (Int(clamping: partitions), json?["groupBy"]?.text ?? "device")
  }

  /// Whether the server has a stream.
  ///
  /// - Errors: ``GeoError`` `unavailable` if it does not answer.
  public func has(_ stream: String) throws(GeoError) -> Bool {
    var isThere = false
    guard cn_has_stream(handle, stream, &isThere) else { throw fault("cannot ask for the stream \(stream)") }
    return isThere
  }

  /// The partition into which the server maps what others publish for a group; nil if it does not, or refuses this user.
  ///
  /// No stream stores the message that finds this out.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not answer.
  public func mappedPartition(of group: String) throws(GeoError) -> Int? {
    let token = PartitionSubject.token(group)
    var found = [CChar](repeating: 0, count: 256)
    guard
      cn_trace(
        handle, "fix.\(token).\(token)", "p.*.fix.\(token).\(token)", 500, &found, found.count)
    else { throw fault("cannot ask for the mapping of fix.GROUP.DEVICE") }
    let subject = found.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    return subject.split(separator: ".").dropFirst().first.flatMap { Int($0) }
  }

  /// The most bytes that the server takes in a message.
  public var mostBytes: Int { Int(cn_most_bytes(handle)) }

  /// What the stream is now.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not tell.
  public func describeStream() throws(GeoError) -> StreamExtent {
    var found = cn_stream()
    guard cn_describe(handle, address.stream, &found) else {
      throw fault("cannot ask for the stream \(address.stream)")
    }
    return StreamExtent(created: found.created, first: found.first, last: found.last)
  }

  /// Sends a message without data, without waiting for the stream.
  ///
  /// - Parameter mark: what ``NATSMessage/mark`` of it is, if it is a tick.
  public func send(to subject: String, mark: String) -> Bool { cn_send(handle, subject, mark) }

  /// Sends a message; ``complete()`` says whether the stream has it.
  ///
  /// - Parameter id: one for each content: the stream drops a second message of an id within two minutes.
  public func publish(_ bytes: UnsafeRawBufferPointer, to subject: String, id: String) -> Bool {
    cn_publish(handle, subject, bytes.baseAddress, bytes.count, id)
  }

  /// Waits until the stream has every message since the last call; returns why it has not.
  public func complete() -> String? {
    cn_complete(handle, Int64(NATSClient.patience * 1000)) ? nil : words
  }

  /// Why the last call failed.
  public var words: String { NATSClient.plain(String(cString: cn_fault(handle))) }

  func fault(_ what: String) -> GeoError {
    GeoError(.unavailable, "\(what): \(words)", at: address.name)
  }

  /// Without the place in libnats' source: `(jsm.c:1033): …`.
  private static func plain(_ words: String) -> String {
    guard words.hasPrefix("("), let end = words.firstRange(of: "): ") else { return words }
    return String(words[end.upperBound...])
  }
}

/// When a stream was made, and which messages it has.
public struct StreamExtent: Sendable {
  /// Nanoseconds since 1970.
  public var created: Int64
  /// The numbers of the first and the last message; without any, the last is below the first.
  public var first: UInt64
  public var last: UInt64

  public init(created: Int64, first: UInt64, last: UInt64) {
    (self.created, self.first, self.last) = (created, first, last)
  }
}

extension NATSAddress {
  fileprivate func connect(_ fault: inout [CChar], timeout: Double) -> OpaquePointer? {
    let texts = [
      urls, "geoscript", user, password, credentials, key?.seedFile, key?.public, authorities, certificate,
      certificateKey,
    ].map { $0.flatMap { strdup($0) } }
    defer { for text in texts { free(text) } }
    var options = cn_options()
    options.url = UnsafePointer(texts[0])
    options.name = UnsafePointer(texts[1])
    options.user = UnsafePointer(texts[2])
    options.password = UnsafePointer(texts[3])
    options.credentials = UnsafePointer(texts[4])
    options.nkey_seed = UnsafePointer(texts[5])
    options.nkey = UnsafePointer(texts[6])
    options.authorities = UnsafePointer(texts[7])
    options.certificate = UnsafePointer(texts[8])
    options.key = UnsafePointer(texts[9])
    options.uses_tls = usesTLS
    options.timeout = Int32(timeout * 1000)
    return cn_connect(&options, &fault, fault.count)
  }
}
