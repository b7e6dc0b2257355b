import Geo

/// Answers questions about the map, one per line, to compare with other programs.
///
/// `p LAT LON` prints the map point and `c X Y` the coordinate; `r X Y WIDTH HEIGHT` the region of a rect and `q LAT LON
/// ΔLAT ΔLON` the rect of a region; `m X Y X Y` the meters between two map points; `s LAT` those of one map point;
/// `d LAT LON METERS METERS` the span of a region in meters; `g LAT LON LAT LON` the places of a geodesic.
enum MapLines {
  static func run() throws {
    while let line = readLine() {
      let words = line.split(separator: " ")
      let n = words.dropFirst().compactMap { Double($0) }
      switch (words.first, n.count) {
      case ("p", 2):
        let point = MKMapPointForCoordinate(CLLocationCoordinate2DMake(n[0], n[1]))
        print(point.x, point.y)
      case ("c", 2):
        let place = MKCoordinateForMapPoint(MKMapPointMake(n[0], n[1]))
        print(place.latitude, place.longitude)
      case ("r", 4):
        let region = MKCoordinateRegionForMapRect(MKMapRectMake(n[0], n[1], n[2], n[3]))
        print(
          region.center.latitude, region.center.longitude, region.span.latitudeDelta,
          region.span.longitudeDelta)
      case ("q", 4):
        let region = MKCoordinateRegionMake(
          CLLocationCoordinate2DMake(n[0], n[1]), MKCoordinateSpanMake(n[2], n[3]))
        let rect = MKMapRectForCoordinateRegion(region)
        print(rect.minX, rect.minY, rect.width, rect.height)
      case ("m", 4): print(MKMetersBetweenMapPoints(MKMapPointMake(n[0], n[1]), MKMapPointMake(n[2], n[3])))
      case ("s", 1): print(MKMetersPerMapPointAtLatitude(n[0]))
      case ("d", 4):
        let span = MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(n[0], n[1]), n[2], n[3]).span
        print(span.latitudeDelta, span.longitudeDelta)
      case ("g", 4):
        let ends = [CLLocationCoordinate2DMake(n[0], n[1]), CLLocationCoordinate2DMake(n[2], n[3])]
        print(Geodesic.interpolated(ends).map { "\($0.latitude) \($0.longitude)" }.joined(separator: " "))
      default: throw GeoError(.data, "\"\(line)\" is not a question about the map")
      }
    }
  }
}
