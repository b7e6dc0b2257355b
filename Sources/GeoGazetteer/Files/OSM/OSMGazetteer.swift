import Geo
import GeoFormats

extension GazetteerFile {
  /// Hands over the records of an `.osm.pbf` file.
  ///
  /// - Errors: ``GeoError``: `noInput` for a missing file, `data` for one that is damaged or too large, and
  ///   what `take` throws.
  func readOSM(_ take: (GazetteerRecord) throws(GeoError) -> Bool) throws(GeoError) {
    try withoutActuallyEscaping(take) { take throws(GeoError) in
      let file = OSMFile(path: path, take: take) { done, all in (self.bytesRead, self.byteCount) = (done, all)
      }
      defer { skips.add(file.skips) }
      try file.read()
    }
  }
}
