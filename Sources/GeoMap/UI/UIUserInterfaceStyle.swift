public import GeoCore

/// Light or dark appearance.
///
/// - Source: Apple's UIInterface.h.
public enum UIUserInterfaceStyle: Int, ConstantGroup {
  /// Inherited from the surrounding view; light if that does not specify it, either.
  case unspecified = 0
  case light, dark

  public static let constantPrefix = "UIUserInterfaceStyle"
}

extension UIView {
  /// Whether it is drawn dark: by its own ``overrideUserInterfaceStyle`` or that of the nearest surrounding
  /// view.
  public var isDark: Bool {
    var view: UIView? = self
    while let one = view, one.overrideUserInterfaceStyle == .unspecified { view = one.superview }
    return view?.overrideUserInterfaceStyle == .dark
  }
}
