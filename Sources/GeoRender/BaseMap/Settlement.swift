public import Geo

/// A city, a town, a village, or a part of one, as the host knows it.
public struct Settlement: Equatable {
  public var name: String
  public var coordinate: CLLocationCoordinate2D
  /// 0 if unknown.
  public var population: Int
  /// The words that its source asks for; empty for none.
  public var attribution: String

  public init(name: String, coordinate: CLLocationCoordinate2D, population: Int, attribution: String) {
    (self.name, self.coordinate) = (name, coordinate)
    (self.population, self.attribution) = (population, attribution)
  }
}

/// Settlements that are too small for the data in the program; the host has them from a gazetteer.
public protocol SettlementSource: AnyObject {
  /// The settlements within a distance of a place that have at least that many people, in any order.
  func settlements(
    within meters: CLLocationDistance, of coordinate: CLLocationCoordinate2D, population least: Int
  ) -> [Settlement]
}
