import Geo
import LuaBridge

extension UIImageView {
  static func bind(_ c: LuaBinder<UIImageView>) {
    c.summary("A view that shows an image; touches pass it by.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["image"]) { (image: UIImage?) in try charging.made(UIImageView(image: image)) }
    c.property("image", .none, "Its image; nil for none. The frame stays when it changes.", \.image)
  }
}
