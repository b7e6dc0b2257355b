import Geo

extension AlertSinkOption {
  /// How messages get to the sink; nil for one that the run writes itself.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` when a library is missing.
  func route(_ supplies: SinkSupplies, patience: Double) throws(GeoError) -> AlertRoute? {
    if shape.map {
      do throws(GeoError) { try supplies.drawing?.check() } catch {
        throw GeoError(.cannotCreate, error.message, at: "map=1")
      }
    }
    var route: AlertRoute
    switch kind {
    case .text, .ndjson, .none: return nil
    case .exec(let command): route = AlertCommand.route(command, patience)
    case .post(let address): route = try AlertPost.route(address, shape, supplies, patience)
    case .mqtt(let address): route = try MQTTSink.route(address, shape, patience)
    case .ntfy(let address): route = try NtfySink.route(address, shape, patience)
    case .smtp(let address): route = try SMTPSink.route(address, shape, patience)
    case .homeAssistant(let address): route = try HomeAssistantSink.route(address, patience)
    case .apprise(let address): route = try AppriseSink.route(address, shape, patience)
    }
    (route.shape, route.drawing) = (shape, supplies.drawing)
    if let name = shape.name {
      (route.key, route.label) = (name, name)
    } else if let channel = shape.channel {
      route.key = "\(channel)=\(route.key)"
    }
    return route
  }
}
