import Geo
import GeoTesting

@testable import GeoFeeds

/// A phone that posts to a decoder, and the resulting events.
final class Phone {
  /// When everything arrives: 2026-11-21T12:00:00Z.
  static let arrival: TimeInterval = 1_795_262_400

  let directory = DeviceDirectory()
  let decoder: IngestDecoder
  private(set) var events: [DeviceEvent] = []

  init() { decoder = IngestDecoder(name: "http://127.0.0.1:8080", directory: directory) }

  @discardableResult
  func post(
    _ body: String, to route: HTTPRoute = .any, query: String = "", type: String = "application/json",
    _ change: (inout IngestRequest) -> Void = { _ in }
  ) -> IngestResponse {
    post(Array(body.utf8), to: route, query: query, type: type, change)
  }

  @discardableResult
  func post(
    _ body: [UInt8], to route: HTTPRoute, query: String = "", type: String = "",
    _ change: (inout IngestRequest) -> Void = { _ in }
  ) -> IngestResponse {
    var request = IngestRequest(route, isPost: true, query: query, contentType: type)
    change(&request)
    return body.withUnsafeBytes { decoder.decode(request, $0, now: Phone.arrival, into: &events) }
  }

  @discardableResult
  func get(_ query: String, from route: HTTPRoute = .any) -> IngestResponse {
    let request = IngestRequest(route, isPost: false, query: query)
    return decoder.decode(
      request, UnsafeRawBufferPointer(start: nil, count: 0), now: Phone.arrival, into: &events)
  }

  var fixes: [(event: DeviceEvent, fix: Fix)] {
    events.compactMap { event in
      if case .location(let fix) = event.payload { (event, fix) } else { nil }
    }
  }

  var messages: [DeviceMessage] {
    events.compactMap { event in
      if case .message(let message) = event.payload { message } else { nil }
    }
  }

  func name(_ index: Int = 0) -> String { directory.name(of: events[index].device) }
}
