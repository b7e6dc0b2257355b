import Geo
import LuaBridge

extension ProximityRegion {
  static func bind(_ c: LuaBinder<ProximityRegion>) {
    c.summary("The surroundings of another device, as they were at an event; see `startMonitoringProximity`.")
    c.property("device", .none, "The other device's name.") { $0.watch.device }
    c.property("exitRadius", .meters, "Farther than this the other device is gone.") { $0.watch.exitRadius }
    c.property("maximumAge", .seconds, "How old a position may be to count.") { $0.watch.maximumAge }
  }
}
