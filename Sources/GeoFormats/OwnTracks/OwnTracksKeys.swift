import CSodium
public import Geo

/// The keys of encrypted OwnTracks messages.
///
/// - Source: owntracks.org/booklet/features/encrypt: libsodium's `crypto_secretbox_easy`, a nonce of 24 bytes in front,
///   all in base64; a key of up to 32 bytes, filled with zeros.
public struct OwnTracksKeys: Sendable {
  private var shared: [UInt8]?
  private var byDevice: [String: [UInt8]] = [:]

  /// No keys: encrypted messages are counted and skipped.
  public init() {}

  /// The keys in a file's text.
  ///
  /// - Shapes: one word as the key of all devices, or lines of `user/device key`, `user-device key` as in the
  ///   Recorder, or `* key` for all others. Lines that begin with # and blank lines are skipped.
  /// - Errors: ``GeoError`` (`usage`) for a line without a key, and a key of more than 32 bytes; never prints
  ///   a key.
  public init(text: String, place: String) throws(GeoError) {
    var count = 0
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard !line.isEmpty, line.first != "#" else { continue }
      count += 1
      let name = line.prefix { $0 != " " && $0 != "\t" }
      var key = Array(line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }.utf8)
      if key.isEmpty, name != "*" { key = Array(name.utf8) }
      guard !key.isEmpty else { throw GeoError(.usage, "has no key after *", at: "\(place):\(index + 1)") }
      guard key.count <= Int(CS_KEY_BYTES) else {
        throw GeoError(
          .usage, "a key has at most 32 bytes, this one has \(key.count)", at: "\(place):\(index + 1)")
      }
      key += [UInt8](repeating: 0, count: Int(CS_KEY_BYTES) - key.count)
      if name.count == line.count || name == "*" {
        guard shared == nil else {
          throw GeoError(
            .usage, "has a second key for all devices (expected lines of user/device and key)",
            at: "\(place):\(index + 1)")
        }
        shared = key
      } else {
        byDevice[name.lowercased()] = key
      }
    }
    guard count > 0 else { throw GeoError(.usage, "holds no key", at: place) }
    if let fault = cs_load() {
      throw GeoError(
        .unavailable, "messages cannot be decrypted without libsodium: \(String(cString: fault))")
    }
  }

  /// The keys in a file.
  ///
  /// - Errors: ``GeoError``: `noInput` if it cannot be opened, and those of its text.
  public init(path: String) throws(GeoError) {
    try self.init(
      text: String(decoding: try ByteStream(path: path).peek(1 << 16), as: UTF8.self), place: path)
  }

  /// The bytes of an encrypted message, followed by padding.
  func open(_ base64: UnsafeBufferPointer<UInt8>, of device: String) -> Result<[UInt8], RecordFault> {
    let name = device.lowercased()
    let dashed = String(name.map { $0 == "/" ? "-" : $0 })
    guard let key = byDevice[name] ?? byDevice[dashed] ?? shared else {
      return .failure(
        RecordFault("encrypted", "is encrypted, and there is no key (expected --owntracks-key FILE)")
      )
    }
    var count = -1
    var text = [UInt8](repeating: 0, count: base64.count + OwnTracksDecoder.padding)
    text.withUnsafeMutableBytes { room in
      base64.withMemoryRebound(to: CChar.self) { base64 in
        count = cs_open(
          base64.baseAddress, base64.count, key, room.baseAddress?.assumingMemoryBound(to: CChar.self))
      }
    }
    guard count >= 0 else {
      return .failure(RecordFault("wrong key", "cannot be decrypted with the key of \(device)"))
    }
    text.removeLast(text.count - count - OwnTracksDecoder.padding)
    return .success(text)
  }
}

extension OwnTracksKeys: CustomStringConvertible, CustomReflectable {
  /// Never contains a key, wherever it is printed.
  public var description: String { "\(byDevice.count + (shared == nil ? 0 : 1)) keys" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
