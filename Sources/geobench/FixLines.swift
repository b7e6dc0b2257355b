import Geo
import GeoFeeds
import GeoFormats

/// The fixes of files as lines of numbers, to compare with other readers.
enum FixLines {
  /// Prints `time latitude longitude accuracy altitude speed course` of each fix, `nan` for unknown values.
  static func run(_ arguments: Arguments) throws {
    for path in arguments.words {
      let source = try FileFeed.open(path, directory: DeviceDirectory())
      try source.forEachEvent { event in
        guard case .location(let fix) = event.payload else { return }
        let place = fix.coordinate
        print(
          event.timestamp, place.latitude, place.longitude, fix.horizontalAccuracy, fix.altitude, fix.speed,
          fix.course)
      }
    }
  }
}
