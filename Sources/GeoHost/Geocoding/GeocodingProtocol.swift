/// What a server of places speaks.
enum GeocodingProtocol: String, Sendable, Hashable, CaseIterable {
  case nominatim, photon, pelias
}
