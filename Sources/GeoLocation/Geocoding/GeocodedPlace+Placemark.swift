package import GeoCore

extension CLPlacemark {
  /// A placemark of a place that a geocoding source found.
  ///
  /// - Parameters:
  ///   - coordinate: the position to report; nil for the place's own.
  ///   - now: the time of its location.
  package convenience init(_ place: GeocodedPlace, at coordinate: CLLocationCoordinate2D? = nil, now: NSDate)
  {
    let coordinate = coordinate ?? place.coordinate
    let location = CLLocation(
      coordinate: coordinate, altitude: 0, horizontalAccuracy: place.radius, verticalAccuracy: -1,
      timestamp: now)
    self.init(
      location: location, region: place.region, timeZone: place.timeZone, address: place.address,
      matched: place.matched)
  }
}

extension GeocodedPlace {
  /// The minimum radius of a placemark's region, which suffices to find a house.
  ///
  /// - Units: meters.
  private static let leastRadius: CLLocationDistance = 50

  /// The approximate area of the place.
  ///
  /// Its identifier has the form of Apple's placemarks.
  var region: CLCircularRegion {
    let radius = max(radius, GeocodedPlace.leastRadius)
    let place =
      "\(fixed(coordinate.latitude, 8, signed: true)),\(fixed(coordinate.longitude, 8, signed: true))"
    return CLCircularRegion(
      center: coordinate, radius: radius, identifier: "<\(place)> radius \(fixed(radius, 2))")
  }
}
