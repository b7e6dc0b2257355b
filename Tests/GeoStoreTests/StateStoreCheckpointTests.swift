import FeedTesting
import Geo
import Testing

@testable import GeoStore
@testable import SQLite

@Suite struct StateStoreCheckpointTests {
  @Test(arguments: ["head", "byte", "line", "events"], [Int64.max, Int64.min, -5])
  func aDamagedPositionIsAnError(column: String, value: Int64) throws {
    let folder = TemporaryDirectory()
    let store = try StateStore(directory: folder.state, holder: "test")
    var checkpoint = Checkpoint()
    checkpoint.sources = [
      SourceRow(path: "/log", size: 90, headLength: 40, hash: 1, byte: 77, line: 8, events: 9)
    ]
    _ = try store.write(checkpoint)
    #expect(try store.source(at: "/log")?.byte == 77)
    try store.withDatabase { (database) throws(GeoError) in
      try database.run("UPDATE sources SET \(column) = \(value)")
    }
    var message = ""
    do { _ = try store.source(at: "/log") } catch { message = "\(error)" }
    #expect(
      message.contains(
        "source '/log' cannot be read: remove everything with `geoscript state forget --all --state "))
  }
}
