import CNats
public import Geo
import Glibc

/// A bucket of keys and values whose values end after a time.
///
/// Owner: the thread of its client. Each call waits for the server's answer.
public final class NATSBucket {
  private let bucket: OpaquePointer
  public let client: NATSClient
  /// When it was made, in microseconds since 1970.
  public let created: UInt64

  /// - Parameter lifetime: seconds after which a value is gone unless it is written again.
  /// - Errors: ``GeoError`` `unavailable` if the server refuses, or has the bucket with another lifetime.
  public init(_ client: NATSClient, name: String, lifetime: Double) throws(GeoError) {
    guard
      let bucket = cn_open_bucket(
        client.handle, name, Int32(client.address.replicas), Int64(lifetime * 1e9))
    else { throw client.fault("cannot use the bucket \(name)") }
    var found = cn_stream()
    guard cn_describe(client.handle, "KV_\(name)", &found) else {
      cn_close_bucket(bucket)
      throw client.fault("cannot ask for the bucket \(name)")
    }
    (self.bucket, self.client, created) = (bucket, client, UInt64(clamping: found.created / 1000))
  }

  deinit { cn_close_bucket(bucket) }

  /// Writes a value under a key that has none; returns its number, nil if that failed.
  public func create(_ key: String, _ value: String) -> UInt64? {
    let number = cn_create(bucket, key, value)
    return number == 0 ? nil : number
  }

  /// Writes a value unless somebody has written since `number`; returns its number, nil if that failed.
  public func update(_ key: String, _ value: String, after number: UInt64) -> UInt64? {
    let number = cn_update(bucket, key, value, number)
    return number == 0 ? nil : number
  }

  /// Writes a value whatever is there; returns whether the server has it.
  public func put(_ key: String, _ value: String) -> Bool { cn_put(bucket, key, value) }

  /// The value of a key and its number; nil without one, and if the server does not answer.
  public func value(of key: String) -> (text: String, number: UInt64)? {
    var text = [CChar](repeating: 0, count: 256)
    let number = cn_get(bucket, key, &text, text.count)
    guard number > 0 else { return nil }
    return (text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }, number)
  }

  public func remove(_ key: String) { cn_remove(bucket, key) }

  /// All keys with a value; nil if the server does not answer.
  public func keys() -> [String]? {
    guard let list = cn_keys(bucket) else { return nil }
    defer { free(list) }
    return String(cString: list).split(separator: "\n").map(String.init)
  }
}
