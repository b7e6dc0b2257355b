import Geo

/// How far borders may lie from where they are.
enum BorderAccuracy {
  static func accuracy(of points: [AreaPoint]) -> CLLocationDistance { 2000 }
}
