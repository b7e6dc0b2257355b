public import Geo

extension Picture {
  /// Ends the picture and writes it to `path`, completely or not at all; an existing file stays until then.
  ///
  /// - Errors: ``GeoError`` if the file cannot be created or written.
  public func write(to path: String) throws(GeoError) { try Picture.write(bytes(), to: path) }

  /// Replaces a file's contents with these bytes, or leaves it unchanged.
  public static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    try AtomicFile.write(bytes, to: path)
  }
}
