import Glibc

/// The tiles that scripts/generate/tiles.py has made.
enum TileFiles {
  static let folder: String = {
    // From Tests/GeoStoreTests/Tiles/TileFiles.swift.
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/") + "/tiles"
  }()

  static func bytes(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<max(0, read(descriptor, &bytes, bytes.count))])
  }

  /// The file of the tree that holds a tile; its rows count from the south.
  static func file(_ z: Int, _ x: Int, _ y: Int) -> [UInt8] {
    bytes("\(folder)/tree/\(z)/\(x)/\((1 << z) - 1 - y)@1x.png")
  }

  static let all = (0...2).flatMap { z in (0..<1 << z).flatMap { x in (0..<1 << z).map { y in (z, x, y) } } }
}
