package import GeoCore
package import GeoLocation

/// Gives the answers that a test defines, and records the requests.
package final class FakeGeocoder: GeocodeService {
  package var usesNetwork = false
  package var requests: [GeocodeRequest] = []
  /// The answer to a request; nil lets it wait for ``answerAll()``.
  package var answer: (GeocodeRequest) -> GeocodeAnswer? = { request in
    guard case .position(let coordinate) = request.query else { return .places([]) }
    return .places([FakeGeocoder.place("\(coordinate.latitude)", coordinate)])
  }
  private var open: [(GeocodeRequest, (GeocodeAnswer) -> Void)] = []

  package func ask(
    _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void
  ) {
    guard !usesNetwork || mayAskServers() else { return answer(.failed(.network, GeocodeAnswer.tooOften)) }
    requests.append(request)
    if let known = self.answer(request) { answer(known) } else { open.append((request, answer)) }
  }

  /// Answers the waiting requests, like a server some time later.
  package func answerAll(_ answer: GeocodeAnswer) {
    let waiting = open
    open = []
    for (_, hand) in waiting { hand(answer) }
  }

  package static func place(
    _ name: String, _ coordinate: CLLocationCoordinate2D = CLLocationCoordinate2DMake(1, 2)
  ) -> GeocodedPlace {
    var place = GeocodedPlace(coordinate: coordinate)
    place.address.name = name
    return place
  }
}

/// A phone whose geocoders ask a ``FakeGeocoder``.
package final class GeocodingPhone {
  package let device = Device(id: DeviceID(index: 0), name: "phone", now: 1000)
  package let service = FakeGeocoder()
  /// The handlers' arguments, in order: a name, then places or the number of an error.
  package var told: [String] = []
  package var errors: [String] = []
  package var notices: [Device.Notice] = []

  package init() {
    device.geocoding.services = AnsweringServices(service)
    device.hooks.onError = { [unowned self] in errors.append("\($0)") }
    device.hooks.onNotice = { [unowned self] in notices.append($1) }
  }

  package var geocoder: CLGeocoder { CLGeocoder(device: device) }

  package func location(_ latitude: Double, _ longitude: Double = 0) -> CLLocation {
    CLLocation(latitude: latitude, longitude: longitude, now: device.now)
  }

  /// A handler that records its arguments.
  package func note(_ name: String) -> CLGeocoder.CompletionHandler {
    { [unowned self] placemarks, error in
      let names = placemarks?.map { $0.address.name ?? "nameless" }.joined(separator: " ")
      told.append("\(name): \(names ?? "error \(error?.code ?? -1)")")
    }
  }

  /// Runs everything that is due now.
  package func turn() { device.advance(to: device.clock.now) }

  package func pass(_ seconds: TimeInterval) { device.advance(to: device.clock.now + seconds) }
}
