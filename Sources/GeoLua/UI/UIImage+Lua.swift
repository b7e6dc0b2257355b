public import Geo
import Glibc
public import LuaBridge

extension UIImage: LuaObject {
  static func bind(_ c: LuaBinder<UIImage>) {
    c.summary(
      "A picture: of a file, PNG, JPEG or WebP, or one that was drawn. Of GIF and BMP only the size is read.")
    c.classMethod(
      "imageNamed", ["name"], .none,
      "Returns the image of a file in the script's folder, or where `--allow-read` says; nil when there is none."
    ) { [unowned machine = c.machine] (name: String) in
      try RunningScript.current(machine).image(named: name)
    }
    bindData(c)
    c.property("size", .none, "Its size in points.") { $0.size }
    c.property("scale", .one, "How many pixels it has to a point: 2 for a file `…@2x.png`.") { $0.scale }
    bindDrawing(c)
  }

  private static func bindDrawing(_ c: LuaBinder<UIImage>) {
    let draw = {
      [unowned machine = c.machine] (image: UIImage, rect: CGRect, mode: CGBlendMode, alpha: Double) in
      let context = try CurrentContext.required(machine)
      DrawingWork(machine).spend(image, own: rect, in: context)
      try context.blending(mode, alpha) { try $0.draw(image, in: rect) }
    }
    c.method("drawAtPoint", ["point"], "Draws it into the current context, its upper left corner at a point.")
    {
      (me: UIImage, point: FinitePoint) in
      try draw(me, CGRect(origin: point.value, size: me.size), .normal, 1)
    }
    c.method("drawInRect", ["rect"], "Draws it into a rect of the current context, as large as that.") {
      (me: UIImage, rect: FiniteRect) in try draw(me, rect.value, .normal, 1)
    }
    c.method(
      "drawAtPoint_blendMode_alpha", ["point", "blendMode", "alpha"],
      "Draws it mixed as a `kCGBlendMode…` says."
    ) { (me: UIImage, point: FinitePoint, mode: Constant<CGBlendMode>, alpha: Number) in
      try draw(me, CGRect(origin: point.value, size: me.size), mode.value, alpha.value)
    }
    c.method(
      "drawInRect_blendMode_alpha", ["rect", "blendMode", "alpha"],
      "Draws it into a rect, mixed as that says."
    ) { (me: UIImage, rect: FiniteRect, mode: Constant<CGBlendMode>, alpha: Number) in
      try draw(me, rect.value, mode.value, alpha.value)
    }
  }
}

extension RunningScript {
  /// Returns the image of the first of the files that `name` may mean; nil when none is a picture.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag.
  func image(named name: String) throws(GeoError) -> UIImage? {
    for file in UIImage.fileNames(for: name) {
      do {
        let path = try readablePath(file)
        if let header = RunningScript.header(of: path) { return UIImage(path: path, header: header) }
      } catch  where error.code == .noInput {
        continue
      }
    }
    return nil
  }

  /// As much of a file as tells the size of a picture: a JPEG may have its colors and a small picture before that.
  private static func header(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var filled = 0
    while filled < 1 << 20 {
      if filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled * 3) }
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
      // Most say it at once.
      if ImageHeader(Array(bytes[..<filled])) != nil { break }
    }
    return Array(bytes[..<filled])
  }
}
