import Geo
import SQLite

/// Positions and sizes as the tables of a gazetteer hold them, which may be damaged: then they can be any number.
extension Statement {
  /// Latitude and longitude in two columns; nil for what no place on earth has.
  func coordinate(_ column: Int32) -> CLLocationCoordinate2D? {
    let coordinate = CLLocationCoordinate2D(latitude: real(column), longitude: real(column + 1))
    return CLLocationCoordinate2DIsValid(coordinate) ? coordinate : nil
  }

  /// Meters, from none to half around the earth.
  func radius(_ column: Int32) -> CLLocationDistance { max(0, min(real(column), 20_037_509)) }
}
