public import GeoCore

/// Whether something is drawn in light or in dark colors.
///
/// - Source: Apple's UIInterface.h.
public enum UIUserInterfaceStyle: Int, ConstantGroup {
  /// As what it lies in is; light where that says nothing either.
  case unspecified = 0
  case light, dark

  public static let constantPrefix = "UIUserInterfaceStyle"
}

extension UIView {
  /// Whether it is drawn in dark colors: by its own ``overrideUserInterfaceStyle`` or that of the nearest view around it.
  public var isDark: Bool {
    var view: UIView? = self
    while let one = view, one.overrideUserInterfaceStyle == .unspecified { view = one.superview }
    return view?.overrideUserInterfaceStyle == .dark
  }
}
