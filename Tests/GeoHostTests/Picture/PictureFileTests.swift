import Geo
import Glibc
import Testing

@testable import GeoHost

@Suite struct PictureFileTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/pictures.XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test func aLinkInThePlaceOfThePartIsNotFollowed() throws {
    let (other, picture) = (folder + "/other", folder + "/a.png")
    try PictureFile.write([1], to: other)
    symlink(other, "\(picture).\(getpid())-0.part")
    try PictureFile.write([2, 3], to: picture)
    #expect(try TileArchiveCache.bytes(other) == [1] && TileArchiveCache.bytes(picture) == [2, 3])
    var status = stat()
    #expect(lstat(picture, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
  }

  @Test func aPipeInThePlaceOfThePartIsNotWaitedFor() throws {
    let picture = folder + "/b.png"
    mkfifo("\(picture).\(getpid())-0.part", 0o600)
    try PictureFile.write([4], to: picture)
    #expect(try TileArchiveCache.bytes(picture) == [4])
  }

  @Test func aTileThatIsAPipeIsNotWaitedFor() {
    let tile = folder + "/0.png"
    mkfifo(tile, 0o600)
    #expect(throws: GeoError.self) { try TileArchiveCache.bytes(tile) }
  }
}
