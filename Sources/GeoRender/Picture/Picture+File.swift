public import Geo

extension Picture {
  /// Ends the picture and puts it where `path` says, whole or not at all: what was there before stays until then.
  ///
  /// - Errors: ``GeoError`` when the file cannot be made or written.
  public func write(to path: String) throws(GeoError) { try Picture.write(bytes(), to: path) }

  /// Replaces a file by another one of these bytes, or leaves it as it was.
  public static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    try AtomicFile.write(bytes, to: path)
  }
}
