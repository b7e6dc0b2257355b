package import GeoCore

extension CLPlacemark {
  /// What a source of geocoding found.
  ///
  /// - Parameters:
  ///   - coordinate: where it is said to be; nil for its own place.
  ///   - now: the time of its location.
  package convenience init(_ place: GeocodedPlace, at coordinate: CLLocationCoordinate2D? = nil, now: NSDate)
  {
    let coordinate = coordinate ?? place.coordinate
    let location = CLLocation(
      coordinate: coordinate, altitude: 0, horizontalAccuracy: place.radius, verticalAccuracy: -1,
      timestamp: now)
    self.init(
      location: location, region: place.region, timeZone: place.timeZone, address: place.address)
  }
}

extension GeocodedPlace {
  /// The least radius of a placemark's region: a house is found from as far away.
  ///
  /// - Units: meters.
  private static let leastRadius: CLLocationDistance = 50

  /// The area that it covers, about.
  ///
  /// Its identifier reads as those of Apple's placemarks do.
  var region: CLCircularRegion {
    let radius = max(radius, GeocodedPlace.leastRadius)
    let place =
      "\(fixed(coordinate.latitude, 8, signed: true)),\(fixed(coordinate.longitude, 8, signed: true))"
    return CLCircularRegion(
      center: coordinate, radius: radius, identifier: "<\(place)> radius \(fixed(radius, 2))")
  }
}
