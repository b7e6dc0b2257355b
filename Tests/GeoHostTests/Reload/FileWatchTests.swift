import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// What tells that files have changed.
@Suite struct FileWatchTests {
  @Test func changedNewAndRemovedFilesAreNamed() throws {
    let command = try Command(["a": "1", "b": "1"])
    let (a, b, c) = (command.path("a"), command.path("b"), command.path("c"))
    var watch = FileWatch([a, b])
    #expect(watch.changed(among: [a, b]).isEmpty)
    try "22".write(toFile: a, atomically: false, encoding: .utf8)
    #expect(watch.changed(among: [a, b]) == [a])
    #expect(watch.changed(among: [a, b, c]) == [c])
    try FileManager.default.removeItem(atPath: b)
    #expect(watch.changed(among: [a, b, c]) == [b])
    #expect(watch.changed(among: [a]) == [b, c])
  }
}
