import CommandTesting
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

  /// HO-116: who has written a whole file need not wait, and the change counts once.
  @Test func aReloadIsAskedFor() throws {
    let command = try Command(["a": "1"])
    let files = WatchedFiles()
    files.add(command.path("a"))
    try "22".write(toFile: command.path("a"), atomically: true, encoding: .utf8)
    files.ask()
    #expect(files.isAsked && !files.isChanged)
    files.takeChange()
    #expect(!files.isAsked)
    usleep(UInt32(FileWatch.interval * 3_000_000))
    #expect(!files.isChanged)
    usleep(UInt32(FileWatch.interval * 3_000_000))
    #expect(!files.isChanged)
  }
}
