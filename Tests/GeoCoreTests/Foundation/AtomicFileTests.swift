import Foundation
import Testing

@testable import GeoCore

/// A file replaces another completely, or not at all.
@Suite struct AtomicFileTests {
  @Test func aFileIsReplacedAndALinkToo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.appending(path: "a"), folder.appending(path: "b"))
    try AtomicFile.write([1, 2, 3], to: file.path)
    try AtomicFile.write([4], to: file.path)
    #expect(try Data(contentsOf: file) == Data([4]))
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try AtomicFile.write([5], to: link.path)
    #expect(try Data(contentsOf: file) == Data([4]) && Data(contentsOf: link) == Data([5]))
    let fault = #expect(throws: GeoError.self) { try AtomicFile.write([1], to: folder.path + "/no/a") }
    #expect(fault?.code == .cannotCreate)
    let other = #expect(throws: GeoError.self) { try AtomicFile.write([1], to: folder.path) }
    #expect(other?.code == .inputOutput)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
  }
}
