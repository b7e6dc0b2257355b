/// A view that a finger works, such as a button.
open class UIControl: UIView {}
