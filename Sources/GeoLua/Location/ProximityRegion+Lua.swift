import Geo
import LuaBridge

extension ProximityRegion {
  static func bind(_ c: LuaBinder<ProximityRegion>) {
    c.summary("The area around another device at the time of an event; see `startMonitoringProximity`.")
    c.property("device", .none, "The other device's name.") { $0.watch.device }
    c.property("exitRadius", .meters, "The distance beyond which the delegate gets `didExitRegion`.") {
      $0.watch.exitRadius
    }
    c.property("maximumAge", .seconds, "The maximum age of a position that counts.") { $0.watch.maximumAge }
  }
}
