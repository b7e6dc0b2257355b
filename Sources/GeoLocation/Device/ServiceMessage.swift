import GeoCore

/// A pending message to a manager's delegate from a service other than plain updates.
enum ServiceMessage {
  /// A significant change, which may also be an update of the standard service.
  case significantLocation(CLLocation, isUpdate: Bool)
  /// Deferred updates, oldest first.
  case deferredLocations([CLLocation])
  case deferralEnded(NSError?)
  case paused
  case resumed
  case visit(CLVisit)
  case ranged(RangedBeacons)
  case rangingFailed(RangedBeacons, NSError)
}

extension DeliveryQueue {
  /// Drops the significant changes of a manager that stopped them; updates of the standard service stay.
  mutating func dropSignificantLocations(of manager: CLLocationManager) {
    change(of: manager) {
      guard case .service(.significantLocation(let location, let isUpdate)) = $0 else { return $0 }
      return isUpdate ? .location(location) : nil
    }
  }

  /// Makes a location that waits for one service serve the other as well; false if it does not wait.
  mutating func share(_ location: CLLocation, of manager: CLLocationManager) -> Bool {
    var isShared = false
    change(of: manager) { message in
      switch message {
      case .location(let waiting) where waiting === location,
        .service(.significantLocation(let waiting, _)) where waiting === location:
        isShared = true
        return .service(.significantLocation(waiting, isUpdate: true))
      default: return message
      }
    }
    return isShared
  }
}
