import Geo
import LuaBridge

extension UIImageView {
  static func bind(_ c: LuaBinder<UIImageView>) {
    c.summary("A view that shows an image; it ignores touches.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["image"]) { (image: UIImage?) in try charging.made(UIImageView(image: image)) }
    c.property(
      "image", .none, "The image; nil for none. Changing it keeps the frame.", get: { $0.image },
      set: { $0.image = $1 })
  }
}
