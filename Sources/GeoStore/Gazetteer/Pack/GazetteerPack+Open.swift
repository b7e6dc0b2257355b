import Geo
import Glibc

extension GazetteerPack {
  /// Opens the pack of a gazetteer, and makes it where it is missing, old or damaged.
  ///
  /// - Returns: the pack, and what a person has to be told: that it could not be kept.
  /// - Errors: ``GeoError`` `data` for a gazetteer that is damaged.
  static func open(of database: Database) throws(GeoError) -> (pack: GazetteerPack, note: String?) {
    let build = try GazetteerSchema.build(database)
    let path = GazetteerIndexes.packPath(of: database.path)
    if let mapped = PackBytes(path: path), let pack = GazetteerPack(mapped, build: build) {
      return (pack, nil)
    }
    let bytes = try PackMaker.bytes(of: database)
    let fault = write(bytes, to: path)
    if fault == nil, let mapped = PackBytes(path: path), let pack = GazetteerPack(mapped, build: build) {
      return (pack, nil)
    }
    guard let pack = GazetteerPack(PackBytes(bytes), build: build) else {
      throw GeoError(.internal, "a pack that was just made cannot be read", at: path)
    }
    let why = fault.map { String(cString: strerror($0)) } ?? "it cannot be read"
    return (pack, "\(path) cannot be kept (\(why)): it is made anew each time, which takes a second or more")
  }

  /// Writes the pack of a gazetteer that was just made.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` where no file can be made there, `inputOutput` where it cannot be written;
  ///   `unavailable` when the database's ``Database/interrupt`` says so.
  static func write(of database: Database, to path: String) throws(GeoError) {
    guard let fault = write(try PackMaker.bytes(of: database), to: path) else { return }
    let isFull = [ENOSPC, EDQUOT, EIO, EFBIG].contains(fault)
    let why = String(cString: strerror(fault))
    throw GeoError(
      isFull ? .inputOutput : .cannotCreate,
      "cannot be written: \(why)\(isFull ? "; \(GazetteerStaging.advice.ofLoss)" : "")", at: path)
  }

  /// Puts a file in place in one step: who has the one before keeps it. Several processes may do so at once.
  ///
  /// - Returns: why it could not be done, as `errno`.
  private static func write(_ bytes: [UInt8], to path: String) -> Int32? {
    var name = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return errno }
    var fault = bytes.withUnsafeBytes { fill(file, with: $0) }
    if fault == nil, fchmod(file, 0o644) != 0 { fault = errno }
    close(file)
    if fault == nil, rename(name, path) != 0 { fault = errno }
    if fault != nil { unlink(name) }
    return fault
  }

  private static func fill(_ file: Int32, with bytes: UnsafeRawBufferPointer) -> Int32? {
    var written = 0
    while written < bytes.count, let start = bytes.baseAddress {
      let count = Glibc.write(file, start + written, bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      written += count
    }
    return nil
  }
}
