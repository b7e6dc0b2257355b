import GeoRegions

/// The waiting calls, first in, first out.
struct DeliveryQueue {
  /// `items[..<head]` are gone; nil means dropped.
  private var items: [Delivery?] = []
  private var head = 0

  /// The number of waiting calls.
  private(set) var count = 0

  /// The positions of the calls about each region, so that stopping thousands of regions need not read every
  /// call. Built at the first stop while many calls wait; nil before.
  private var regionPlaces: [String: [Int]]?
  /// Up to this many calls are scanned instead.
  private static let fewCalls = 64

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ manager: CLLocationManager, _ message: Delivery.Message) {
    if regionPlaces != nil, let region = message.droppableRegion {
      regionPlaces?[region, default: []].append(items.count)
    }
    items.append(Delivery(manager: manager, message: message))
    count += 1
  }

  mutating func pop() -> Delivery? {
    while head < items.count {
      head += 1
      if let delivery = items[head - 1] {
        count -= 1
        return delivery
      }
    }
    // Ten thousand idle devices keep no buffers; a busy one keeps a small one.
    items.removeAll(keepingCapacity: items.capacity <= 4)
    head = 0
    regionPlaces = nil
    return nil
  }

  /// Drops the updates of a manager that stopped them.
  mutating func dropLocations(of manager: CLLocationManager) {
    drop {
      switch $0.message {
      case .location, .service(.deferredLocations): $0.manager === manager
      default: false
      }
    }
  }

  /// Replaces the waiting calls of a manager; nil drops a call. A call about a region must stay about that
  /// region.
  mutating func change(of manager: CLLocationManager, _ change: (Delivery.Message) -> Delivery.Message?) {
    for place in head..<items.count {
      guard let delivery = items[place], delivery.manager === manager else { continue }
      if let message = change(delivery.message) {
        items[place] = Delivery(manager: manager, message: message)
      } else {
        drop(at: place)
      }
    }
  }

  /// Drops the headings of a manager that stopped them.
  mutating func dropHeadings(of manager: CLLocationManager) {
    drop {
      switch $0.message {
      case .heading, .headingCalibration: $0.manager === manager
      default: false
      }
    }
  }

  /// Drops the events of a region that is no longer monitored; a monitoring failure is still reported.
  mutating func dropRegion(_ identifier: String) {
    guard regionPlaces != nil || items.count - head > DeliveryQueue.fewCalls else {
      return drop { $0.message.droppableRegion == identifier }
    }
    if regionPlaces == nil { findRegions() }
    for place in regionPlaces?.removeValue(forKey: identifier) ?? [] { drop(at: place) }
  }

  private mutating func findRegions() {
    var places: [String: [Int]] = [:]
    for place in head..<items.count {
      if let region = items[place]?.message.droppableRegion { places[region, default: []].append(place) }
    }
    regionPlaces = places
  }

  private mutating func drop(_ isUnwanted: (Delivery) -> Bool) {
    for place in head..<items.count {
      if let delivery = items[place], isUnwanted(delivery) { drop(at: place) }
    }
  }

  private mutating func drop(at place: Int) {
    guard place >= head, items[place] != nil else { return }
    items[place] = nil
    count -= 1
  }
}

extension Delivery.Message {
  /// The region whose stop makes this call obsolete.
  fileprivate var droppableRegion: String? {
    guard case .region(let report) = self, report.error == nil else { return nil }
    return report.region.identifier
  }
}
