import Geo
import GeoStore

/// Asks the sources of `--geocoder` for one device or command: each only after those before it found nothing or failed.
final class DeviceGeocoder: GeocodeService {
  private let sources: [GeocoderOption.Source]
  private let shelf: GazetteerShelf
  private let warn: (String) -> Void

  /// - Parameter warn: told of a gazetteer that cannot be read.
  init(_ option: GeocoderOption, shelf: GazetteerShelf, warn: @escaping (String) -> Void) {
    (sources, self.shelf, self.warn) = (option.sources, shelf, warn)
  }

  var usesNetwork: Bool {
    sources.contains { if case .server = $0 { true } else { false } }
  }

  func ask(_ request: GeocodeRequest, answer: @escaping (GeocodeAnswer) -> Void) {
    ask(request, sources[...], failures: [], answer)
  }

  private func ask(
    _ request: GeocodeRequest, _ sources: ArraySlice<GeocoderOption.Source>, failures: [String],
    _ answer: @escaping (GeocodeAnswer) -> Void
  ) {
    guard let source = sources.first else {
      // Where one could not be asked, it is not known that there is no such place.
      return answer(
        failures.isEmpty ? .places([]) : .failed(.network, failures.joined(separator: "; ")))
    }
    let next = sources.dropFirst()
    switch source {
    case .gazetteer(let path):
      do throws(GeoError) {
        let places = try shelf.gazetteer(path).places(request)
        if !places.isEmpty { return answer(.places(places)) }
        ask(request, next, failures: failures, answer)
      } catch {
        warn("the gazetteer cannot be asked: \(error)")
        ask(request, next, failures: failures + ["the gazetteer cannot be asked: \(error)"], answer)
      }
    case .server(let form, let address):
      let failure = "\(form.rawValue) at \(address.origin) cannot be asked"
      ask(request, next, failures: failures + [failure], answer)
    }
  }
}
