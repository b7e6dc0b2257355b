import Geo

/// The model of regions in its plainest words: one state for each region, every distance an exact geodesic.
///
/// What ``RegionMonitor`` is compared with: it shares no index, no set and no approximation with it.
struct NaiveRegionMonitor {
  enum Happening: Equatable, Comparable {
    case exit(String)
    case enter(String)
  }

  private struct Watched {
    var region: MonitoredRegion
    var state: RegionState
  }

  private var watched: [String: Watched] = [:]

  mutating func add(_ region: MonitoredRegion) {
    if watched[region.identifier]?.region == region { return }
    watched[region.identifier] = Watched(region: region, state: .unknown)
  }

  mutating func remove(_ identifier: String) { watched[identifier] = nil }

  func state(of identifier: String) -> RegionState { watched[identifier]?.state ?? .unknown }

  var inside: Set<String> { Set(watched.filter { $0.value.state == .inside }.keys) }

  mutating func take(_ place: CLLocationCoordinate2D) -> [Happening] {
    var happenings: [Happening] = []
    for (identifier, item) in watched {
      let region = item.region
      let d = Geodesic.distance(from: region.center, to: place)
      switch item.state {
      case .unknown:
        watched[identifier]?.state = d <= region.radius ? .inside : .outside
      case .inside where !(d <= region.radius + region.buffer):
        watched[identifier]?.state = .outside
        if region.notifyOnExit { happenings.append(.exit(identifier)) }
      case .outside where d <= region.radius - min(region.buffer, region.radius / 2):
        watched[identifier]?.state = .inside
        if region.notifyOnEntry { happenings.append(.enter(identifier)) }
      default: break
      }
    }
    return happenings.sorted()
  }
}

/// Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195: the same numbers from the same seed.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
