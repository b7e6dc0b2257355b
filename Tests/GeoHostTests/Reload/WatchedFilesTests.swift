import Foundation
import Geo
import Glibc
import Testing

@testable import GeoHost

/// When a change of files counts.
@Suite struct WatchedFilesTests {
  @Test func aChangeCountsOnceItIsQuiet() throws {
    let command = try Command(["a": "1"])
    let files = WatchedFiles()
    files.add(command.path("a"))
    files.add(command.path("gone"))
    #expect(!files.isChanged)
    try "22".write(toFile: command.path("a"), atomically: true, encoding: .utf8)
    #expect(Running.eventually { files.isChanged })
    // Until somebody takes it.
    #expect(files.isChanged)
    files.takeChange()
    #expect(!files.isChanged)
    try "1".write(toFile: command.path("gone"), atomically: true, encoding: .utf8)
    #expect(Running.eventually { files.isChanged })
  }
}
