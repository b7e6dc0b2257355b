import Geo

extension AlertSinkOption {
  /// How messages get to the sink; nil for one that the run writes itself.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` when a library is missing.
  func route(headers: [String], patience: Double) throws(GeoError) -> AlertRoute? {
    var route: AlertRoute
    switch kind {
    case .text, .ndjson, .none: return nil
    case .exec(let command): route = AlertCommand.route(command, shape)
    case .post(let address): route = try AlertPost.route(address, shape, headers, patience)
    }
    route.shape = shape
    if let name = shape.name {
      (route.key, route.label) = (name, name)
    } else if let channel = shape.channel {
      route.key = "\(channel)=\(route.key)"
    }
    return route
  }
}
