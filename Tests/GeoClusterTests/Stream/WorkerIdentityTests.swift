import FeedTesting
import Geo
import Testing

@testable import GeoCluster

@Suite struct WorkerIdentityTests {
  private let folder = TemporaryDirectory()

  @Test func workersOfAFolderHaveNamesOfTheirOwn() throws {
    let first = try WorkerIdentity(folder: folder.path)
    let second = try WorkerIdentity(folder: folder.path)
    #expect(first.key(of: 5) == second.key(of: 5) && first.workerKey != second.workerKey)
    #expect(first.owns(first.value(1)) && !first.owns(second.value(1)))
    let keys = [
      first.workerKey, second.workerKey, first.key(of: 5), first.key(of: 12), "other-1.w.1", "other-1.p.6",
    ]
    let (workers, partitions) = first.read(keys)
    #expect(workers == 2 && partitions == [5, 12])
  }

  @Test func theNameOfAWorkerThatEndedIsFree() throws {
    let name = try WorkerIdentity(folder: folder.path).workerKey
    #expect(try WorkerIdentity(folder: folder.path).workerKey == name)
  }

  @Test func workersWithoutAFolderHaveTheLeasesOfTheirStream() {
    let first = WorkerIdentity(stream: "FIXES")
    let second = WorkerIdentity(stream: "FIXES")
    #expect(first.key(of: 5) == "nats-FIXES.p.5" && second.key(of: 5) == first.key(of: 5))
    #expect(first.workerKey != second.workerKey && !second.owns(first.value(1)))
    #expect(first.start >= 0)
    #expect(WorkerIdentity(stream: "OTHER").read([first.workerKey, first.key(of: 5)]) == (0, []))
  }
}
