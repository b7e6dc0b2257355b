import GeoCore
import GeoRegions

/// The surroundings of beacons: the device is inside while it sees one of them.
///
/// It has no center and no radius.
///
/// - Source: Apple's reference of `CLBeaconRegion`; RG-46.
public final class CLBeaconRegion: CLRegion {
  /// Which beacons are meant.
  public let identity: CLBeaconIdentity
  /// Stored by this object: there is no display to turn on.
  public var notifyEntryStateOnDisplay = false

  public init(_ identity: CLBeaconIdentity, identifier: String) {
    self.identity = identity
    super.init(center: kCLLocationCoordinate2DInvalid, radius: 0, identifier: identifier)
  }

  /// What a report about it says in place of an area: where the device is.
  func reported(at location: CLLocation?) -> MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: location?.coordinate ?? kCLLocationCoordinate2DInvalid, radius: 0,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  /// As Core Location prints it.
  public override var description: String {
    let numbers = [identity.major, identity.minor].map { $0.map(String.init) ?? "(null)" }
    return "CLBeaconRegion (identifier:'\(identifier)', uuid:\(identity.uuid), major:\(numbers[0]), "
      + "minor:\(numbers[1]))"
  }
}

extension RegionReport {
  /// The frozen region of beacons that it is about; nil for an area.
  var beaconRegion: CLBeaconRegion? {
    guard let beacon else { return nil }
    let made = CLBeaconRegion(beacon, identifier: region.identifier)
    (made.notifyOnEntry, made.notifyOnExit) = (region.notifyOnEntry, region.notifyOnExit)
    made.isFrozen = true
    return made
  }
}

/// Which beacons a manager ranges.
///
/// - Source: Apple's reference of `CLBeaconIdentityConstraint`.
public final class CLBeaconIdentityConstraint: Sendable {
  public let identity: CLBeaconIdentity

  public init(_ identity: CLBeaconIdentity) { self.identity = identity }
}

/// The beacons of one constraint, as a manager's delegate gets them.
public struct RangedBeacons {
  public let identity: CLBeaconIdentity
  /// The region that ranging was started with, in the old form.
  public let region: CLBeaconRegion?
  /// The nearest first; those of an unknown distance last.
  public var beacons: [CLBeacon] = []

  /// How long a beacon is listed after it was last seen, in seconds.
  static let patience: TimeInterval = 10

  /// Takes a beacon that was seen; returns whether it is meant.
  mutating func see(_ beacon: CLBeacon) -> Bool {
    guard let seen = beacon.identity, identity.includes(seen) else { return false }
    beacons.removeAll { $0.isSame(as: beacon) }
    let place = beacons.firstIndex { beacon.rank < $0.rank } ?? beacons.count
    beacons.insert(beacon, at: place)
    return true
  }

  /// Forgets the beacons that have been silent for too long; returns whether there were any.
  mutating func forget(at time: TimeInterval) -> Bool {
    let count = beacons.count
    beacons.removeAll { $0.timestamp.timeIntervalSince1970 + RangedBeacons.patience <= time }
    return beacons.count < count
  }
}

extension CLBeacon {
  fileprivate var rank: Double { accuracy < 0 ? .infinity : accuracy }
}
