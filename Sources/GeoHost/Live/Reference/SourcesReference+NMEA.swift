import GeoFeeds

extension SourcesReference {
  static let nmea = LineTransport.reference
}
