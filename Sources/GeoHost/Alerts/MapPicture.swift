import Geo
import GeoDelivery
import GeoRender

/// Draws pictures of moments on one thread, beside the run.
final class MapPicture: MomentDrawer {
  /// What sinks get to draw with.
  static let drawing = MomentDrawing(
    check: { () throws(GeoError) in try DrawingLibraries.load() },
    drawer: { zone throws(GeoError) in try MapPicture(zone) })

  /// In points, which are pixels here.
  static let size = CGSize(width: 600, height: 400)

  private let renderer: PictureRenderer
  private let fetcher = TileFetcher(cachePath: nil) { _ in }

  /// - Errors: ``GeoError`` `unavailable` if drawing is not installed.
  init(_ zone: TimeZoneRules) throws(GeoError) {
    var options = PictureOptions(name: try PictureName("map.png"))
    options.timeZone = zone
    renderer = try PictureRenderer(options, advise: { _ in }, warn: { _ in })
  }

  deinit { fetcher.close() }

  /// The bytes of a PNG.
  ///
  /// - Errors: ``GeoError`` if it cannot be drawn.
  func png(_ moment: MapMoment, device: String, title: String, time: TimeInterval) throws(GeoError) -> [UInt8]
  {
    var track = Track(limit: 4 * MapMoment.mostPlaces)
    for place in moment.places { track.add(place, at: time) }
    track.add(moment.fix, at: time)
    var subject = DeviceTrack(device: DeviceID(index: 0), name: device, track: track)
    subject.alerts = [.init(time: time, title: title, coordinate: moment.fix)]
    subject.regions = moment.regions
    let picture = TrackMap(
      [subject], deviceCount: 1, size: MapPicture.size, renderer: renderer, fetcher: fetcher)
    if moment.accuracy > 0 {
      let color = picture.palette.track(0)
      picture.hostMap.add(
        MKCircle(center: moment.fix, radius: moment.accuracy),
        HostMap.LineStyle(
          stroke: color.withAlphaComponent(0.6), fill: color.withAlphaComponent(0.15), width: 1))
    }
    let map = picture.hostMap.map
    _ = map.prepareToDraw()
    return try renderer.drawingContext.picture(size: map.bounds.size) { map.draw(in: $0) }
  }
}
