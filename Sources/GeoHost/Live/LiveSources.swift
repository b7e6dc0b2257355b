package import Geo
package import GeoFeeds

/// Opens the source of an address.
package enum LiveSources {
  /// - Errors: ``GeoError`` `usage` for an invalid address.
  package static func open(
    _ address: SourceAddress, directory: DeviceDirectory, options: RunOptions
  ) throws(GeoError) -> any LiveSource {
    try open(address, directory: directory, options: options, page: nil)
  }

  /// - Parameter page: the page whose port an HTTP source of the same address shares.
  /// - Errors: ``GeoError`` `usage` for an invalid address.
  static func open(
    _ address: SourceAddress, directory: DeviceDirectory, options: RunOptions, page: (any PageDisplay)?
  ) throws(GeoError) -> any LiveSource {
    switch address.scheme {
    // One case for each scheme, in the order of `SourceAddress.liveSchemes`.
    case "gpsd": try GPSDSource(address, directory: directory, options: options.feed)
    case "nmea", "tcp", "udp":
      try LineTransport(address, directory: directory, options: options.feed)
    case "mqtt", "mqtts":
      try MQTTSource(address, directory: directory, options: options.feed)
    case "http", "https":
      try HTTPSource(
        address, keys: options.httpKeys, directory: directory, options: options.feed,
        answersWhenKept: options.state != nil || options.records || options.publishes,
        version: Product.version, page: page?.server(sharedWith: address))
    case "nats":
      throw GeoError(
        .usage, "a stream is read by geoscript run alone, as its only source (geoscript docs scale)",
        at: address.name)
    default:
      throw GeoError(.usage, "'\(address.scheme)' is not the scheme of a known source", at: address.name)
    }
  }
}
