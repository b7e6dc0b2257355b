import Geo

/// The appearance of a place's name.
struct LabelStyle {
  var font: UIFont
  var color: UIColor
  var halo: Double
  /// Whether a dot marks the place and the name stands beside it.
  var hasDot = false
  var isCapital = false
}

/// The key of a label's cached size.
struct LabelKey: Hashable {
  var text: String
  var font: UIFont
}

/// The name of a place, to be written on the picture.
struct PlaceLabel {
  var text: String
  var localText = ""
  var style: LabelStyle
  /// The place it names.
  var anchor: CGPoint
  /// Labels with a greater weight are placed first.
  var weight: Double

  /// The rect of its dot.
  var dot: CGRect { CGRect(x: anchor.x - 3, y: anchor.y - 3, width: 6, height: 6) }
}
