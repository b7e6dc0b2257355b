import Geo

/// A map view to draw at the end of a run.
struct PictureJob: Sendable {
  var device: DeviceID
  /// Its number on the device.
  var map: Int
  var path: String
}

/// What a worker has drawn.
struct PictureCounts: Sendable {
  /// Pictures of one map, or frames of it.
  struct Series: Sendable {
    var device: DeviceID
    var map: Int
    var first: String
    var last: String
    var count = 1
  }

  var series: [Series] = []
  /// Pictures drawn without everything they waited for, and the first of them.
  var incomplete = (count: 0, first: "")
  /// Pictures with overlays that have no renderer, and the first of them.
  var bare = (count: 0, first: "")
  /// Devices with too many frames, whose rest was not drawn.
  var cutShort = 0
  /// The first fault of each worker.
  var fault: GeoError?

  mutating func add(_ path: String, of device: DeviceID, map: Int) {
    // The newest series is the likeliest.
    if let index = series.lastIndex(where: { $0.device == device && $0.map == map }) {
      series[index].last = path
      series[index].count += 1
    } else {
      series.append(Series(device: device, map: map, first: path, last: path))
    }
  }

  mutating func addIncomplete(_ path: String) {
    if incomplete.count == 0 { incomplete.first = path }
    incomplete.count += 1
  }

  mutating func addBare(_ path: String) {
    if bare.count == 0 { bare.first = path }
    bare.count += 1
  }

  mutating func add(_ other: PictureCounts) {
    series += other.series
    if bare.count == 0 { bare.first = other.bare.first }
    bare.count += other.bare.count
    if incomplete.count == 0 { incomplete.first = other.incomplete.first }
    incomplete.count += other.incomplete.count
    cutShort += other.cutShort
    fault = fault ?? other.fault
  }

  /// Notes for the user.
  func notes(wait: TimeInterval) -> [String] {
    var notes = series.sorted { ($0.device.index, $0.map) < ($1.device.index, $1.map) }.map { one in
      one.count == 1
        ? "picture: \(one.first)" : "pictures: \(one.first) … \(one.last) (\(grouped(one.count)) frames)"
    }
    if bare.count > 0 {
      notes.append(
        "\(counted(bare.count, "picture")) without the overlays of a map whose delegate has no "
          + "rendererForOverlay, first: \(bare.first)")
    }
    if incomplete.count > 0 {
      notes.append(
        "\(counted(incomplete.count, "picture")) did not get everything within "
          + "\(JSONValue.text(of: wait)) s (--map-wait), first: \(incomplete.first)")
    }
    if cutShort > 0 {
      notes.append(
        "\(counted(cutShort, "device")) had more than \(grouped(PictureOptions.mostFrames)) frames: "
          + "the rest is not drawn"
      )
    }
    return notes
  }
}
