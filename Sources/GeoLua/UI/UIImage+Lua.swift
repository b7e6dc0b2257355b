public import Geo
import Glibc
public import LuaBridge

extension UIImage: LuaObject {
  static func bind(_ c: LuaBinder<UIImage>) {
    c.summary(
      "An image from a PNG, JPEG or WebP file, or one that was drawn. For GIF and BMP, only the size is read."
    )
    c.classMethod(
      "imageNamed", ["name"], .none,
      "Returns the image of a file in the script's folder or one of `--allow-read`; nil if no such file "
        + "exists."
    ) { [unowned machine = c.machine] (name: String) in
      try RunningScript.current(machine).image(named: name)
    }
    bindData(c)
    c.property("size", .none, "The size in points.") { $0.size }
    c.property("scale", .one, "The number of pixels per point: 2 for a file `…@2x.png`.") { $0.scale }
    bindDrawing(c)
  }

  private static func bindDrawing(_ c: LuaBinder<UIImage>) {
    let draw = {
      [unowned machine = c.machine] (image: UIImage, rect: CGRect, mode: CGBlendMode, alpha: Double) in
      let context = try CurrentContext.required(machine)
      DrawingWork(machine).spend(image, own: rect, in: context)
      try context.blending(mode, alpha) { try $0.draw(image, in: rect) }
    }
    c.method(
      "drawAtPoint", ["point"],
      "Draws the image in the current context with its upper-left corner at a point."
    ) {
      (me: UIImage, point: FinitePoint) in
      try draw(me, CGRect(origin: point.value, size: me.size), .normal, 1)
    }
    c.method("drawInRect", ["rect"], "Draws the image in the current context, scaled to a rect.") {
      (me: UIImage, rect: FiniteRect) in try draw(me, rect.value, .normal, 1)
    }
    c.method(
      "drawAtPoint_blendMode_alpha", ["point", "blendMode", "alpha"],
      "As `drawAtPoint`, with a blend mode `kCGBlendMode…` and an alpha."
    ) { (me: UIImage, point: FinitePoint, mode: Constant<CGBlendMode>, alpha: Number) in
      try draw(me, CGRect(origin: point.value, size: me.size), mode.value, alpha.value)
    }
    c.method(
      "drawInRect_blendMode_alpha", ["rect", "blendMode", "alpha"],
      "As `drawInRect`, with a blend mode `kCGBlendMode…` and an alpha."
    ) { (me: UIImage, rect: FiniteRect, mode: Constant<CGBlendMode>, alpha: Number) in
      try draw(me, rect.value, mode.value, alpha.value)
    }
  }
}

extension RunningScript {
  /// Returns the image of the first file that `name` may mean; nil if no such file is an image.
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

  /// Enough bytes of a file to find the image size, which a JPEG may store after a color profile and a
  /// thumbnail.
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
      // Most files have it near the start.
      if ImageHeader(Array(bytes[..<filled])) != nil { break }
    }
    return Array(bytes[..<filled])
  }
}
