import Geo

/// Answers what a device asks servers: from the recording that is played, or else by asking them; and writes the answers
/// into the recording that is made.
///
/// - Source: GC-43.
final class AnswerKeeper: GeocodeService, RouteService {
  private let device: String
  private let geocoder: ChainGeocoder
  private let router: ServerRouter?
  private let recorded: RecordedAnswers?
  private let recorders: [Recorder]

  init(
    _ device: String, _ geocoder: ChainGeocoder, _ router: ServerRouter?, _ recorded: RecordedAnswers?,
    _ recorders: [Recorder]
  ) {
    (self.device, self.geocoder, self.router) = (device, geocoder, router)
    (self.recorded, self.recorders) = (recorded, recorders)
  }

  func ask(
    _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void
  ) {
    let question = request.json
    if let known = recorded?.next(device, question), let kept = GeocodeAnswer(known) {
      // The limit of requests counts this one as the run did that was recorded.
      _ = mayAskServers()
      note(question, known)
      return answer(kept)
    }
    var isServers = false
    let found = geocoder.answer(request) {
      isServers = true
      return mayAskServers()
    }
    if isServers { note(question, found.json) }
    answer(found)
  }

  func answer(_ request: RouteRequest) -> RouteAnswer {
    let question = request.json
    if let known = recorded?.next(device, question), let kept = RouteAnswer(known) {
      note(question, known)
      return kept
    }
    guard let router else { return .routes([.estimate(of: request)]) }
    let found = router.answer(request)
    note(question, found.json)
    return found
  }

  private func note(_ question: JSONValue, _ answer: JSONValue) {
    for recorder in recorders { recorder.note(ServerAnswer(to: device, question, answer)) }
  }
}

extension Worker {
  /// Gives a device what answers its questions for places and ways.
  func equipServices(_ device: Device) {
    // Questions and answers have positions, also in words: a recording without positions has none of them.
    let exact = plan.recorders.filter { $0.privacy == nil }
    guard plan.answers != nil || !exact.isEmpty && plan.options.asksServers else {
      device.geocoding.services = services
      return
    }
    let keeper = AnswerKeeper(device.name, geocoder, router, plan.answers, exact)
    let hasRoutes = router != nil || plan.answers?.hasRoutes == true
    device.geocoding.services = AnsweringServices(keeper, hasRoutes ? keeper : nil)
  }
}

extension RunOptions {
  /// Whether scripts may get answers of servers, which differ from run to run.
  var asksServers: Bool {
    router != nil || geocoder.sources.contains { if case .server = $0 { true } else { false } }
  }
}
