/// Events of a control.
///
/// - Source: Apple's UIControl.h; values F-6.
public struct UIControlEvents: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let touchDown = UIControlEvents(rawValue: 1 << 0)
  public static let touchDownRepeat = UIControlEvents(rawValue: 1 << 1)
  public static let touchDragInside = UIControlEvents(rawValue: 1 << 2)
  public static let touchDragOutside = UIControlEvents(rawValue: 1 << 3)
  public static let touchDragEnter = UIControlEvents(rawValue: 1 << 4)
  public static let touchDragExit = UIControlEvents(rawValue: 1 << 5)
  public static let touchUpInside = UIControlEvents(rawValue: 1 << 6)
  public static let touchUpOutside = UIControlEvents(rawValue: 1 << 7)
  public static let touchCancel = UIControlEvents(rawValue: 1 << 8)
  public static let valueChanged = UIControlEvents(rawValue: 1 << 12)
  public static let allTouchEvents = UIControlEvents(rawValue: 0xfff)
  public static let allEvents = UIControlEvents(rawValue: 0xffff_ffff)
}

/// The state of a control; a title or an image is set for one of these.
///
/// - Source: Apple's UIControl.h.
public struct UIControlState: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let normal: UIControlState = []
  public static let highlighted = UIControlState(rawValue: 1)
  public static let disabled = UIControlState(rawValue: 2)
  public static let selected = UIControlState(rawValue: 4)
}
