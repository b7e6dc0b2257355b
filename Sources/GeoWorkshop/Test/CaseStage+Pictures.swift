import Geo
import GeoHost
import GeoLua
import GeoRender
import Glibc
import LuaBridge

/// Pictures that a test expects.
extension CaseStage {
  /// Compares the map with a picture of the test's folder, or writes the picture with `--update`.
  ///
  /// - Errors: ``TestFailure``; ``LuaMessage`` for a wrong name; ``GeoError`` if drawing is not installed.
  func expectPicture(_ name: String, _ options: JSONValue) throws {
    guard name.hasSuffix(".png"), !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      throw LuaMessage(
        "run:expectPicture: a picture of the test's folder that ends in .png expected, got \"\(name)\"")
    }
    var within = 0.0
    try TestSheet.each(options, of: "run:expectPicture", ["within"]) { _, value in
      guard case .number(let share)? = value.asNumber, (0...100).contains(share) else {
        throw LuaMessage(
          "run:expectPicture: within is a share of the pixels from 0 to 100 percent, got \(value)")
      }
      within = share
    }
    guard let drawn = picture else { return }
    unlink(drawn)
    try run.draw()
    defer { unlink(drawn) }
    guard let bytes = PictureBytes.read(drawn) else {
      throw LuaMessage("run:expectPicture: the script has several maps, and a test compares one")
    }
    let path = TestPaths.resolved(name, in: file.folder)
    guard let expected = PictureBytes.read(path) else {
      guard self.options.updates else {
        throw TestFailure(
          message: "expected the picture \(name), which is not there (geoscript test --update writes it)",
          expected: "the picture \(name)", got: "no file \(path)")
      }
      return try AtomicFile.write(bytes, to: path)
    }
    let difference = try PictureComparison.difference(expected, bytes)
    if let difference, difference * 100 <= within { return }
    if self.options.updates { return try AtomicFile.write(bytes, to: path) }
    let kept = TestPaths.resolved(".geoscript/" + name.replacing("/", with: "-"), in: file.folder)
    try AtomicFile.write(bytes, to: kept)
    let got = difference.map { "\(JSONValue.text(of: ($0 * 1e4).rounded() / 100)) % of the pixels differ" }
    throw TestFailure(
      message: "expected the picture \(name)",
      expected: "\(name), within \(JSONValue.text(of: within)) % of the pixels",
      got: "\(got ?? "a picture of another size") (\(kept))")
  }
}

enum PictureBytes {
  /// The bytes of a file; nil if it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&part, 1, part.count, file)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }
}
