import Geo
import SQLite

/// Reads positions and sizes from the tables of a gazetteer, which may be damaged and hold any number.
extension Statement {
  /// Latitude and longitude in two columns; nil if they are out of range.
  func coordinate(_ column: Int32) -> CLLocationCoordinate2D? {
    let coordinate = CLLocationCoordinate2D(latitude: real(column), longitude: real(column + 1))
    return CLLocationCoordinate2DIsValid(coordinate) ? coordinate : nil
  }

  /// Meters, from 0 to half the earth's circumference.
  func radius(_ column: Int32) -> CLLocationDistance { max(0, min(real(column), 20_037_509)) }
}
