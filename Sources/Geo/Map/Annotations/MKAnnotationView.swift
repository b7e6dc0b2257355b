/// What an annotation looks like on a map.
open class MKAnnotationView: UIView {
  public var annotation: (any MKAnnotation)?
  public let reuseIdentifier: String?

  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init()
  }

  /// Called before the view serves another annotation.
  open func prepareForReuse() throws {}
}

/// How far a drag of a view has come.
public enum MKAnnotationViewDragState: Int, ConstantGroup {
  case none = 0
  case starting, dragging, canceling, ending

  public static let constantPrefix = "MKAnnotationViewDragState"
}
