import FeedTesting
import Geo
import Testing

@testable import GeoHost

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
}
