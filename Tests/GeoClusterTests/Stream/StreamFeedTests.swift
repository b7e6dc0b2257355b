import Geo
import Testing

@testable import GeoFeeds
@testable import GeoCluster

/// A stream in memory, of which message n belongs to partition n modulo 4.
private final class MemoryStream {
  var last: UInt64
  var workers = 1
  /// The partition and the first message of each reader that was asked for; -1 for all partitions.
  var asked: [[Int]] = []
  var readers: [MemoryReader] = []

  init(last: UInt64) { self.last = last }

  func feed() -> StreamFeed {
    StreamFeed(partitions: 4, workers: { self.workers }) { partition, sequence in
      self.asked.append([partition ?? -1, Int(sequence)])
      let reader = MemoryReader(self, partition, sequence)
      self.readers.append(reader)
      return reader
    }
  }
}

private final class MemoryReader: FeedReader {
  private let stream: MemoryStream
  private let partition: Int?
  private var next: UInt64
  var hasEnded = false
  var given = 0

  init(_ stream: MemoryStream, _ partition: Int?, _ next: UInt64) {
    (self.stream, self.partition, self.next) = (stream, partition, next)
  }

  var waitingCount: Int { Int(stream.last + 1 - next) }

  func pull(most: Int, _ isWanted: (Int) -> Bool, _ body: (NATSMessage) -> Void) -> NATSReader.Pull {
    var pull = NATSReader.Pull(hasEnded: hasEnded)
    while pull.count < most, next <= stream.last, !hasEnded {
      let own = Int(next % 4)
      if partition.map({ $0 == own }) ?? true {
        (pull.count, pull.sequence, given) = (pull.count + 1, next, given + 1)
        if isWanted(own) { body(NATSMessage(partition: own, sequence: next, time: Double(next))) }
      }
      next += 1
    }
    return pull
  }
}

extension StreamFeed {
  fileprivate func take(_ partition: Int) -> [UInt64] {
    var numbers: [UInt64] = []
    while let message = next(of: partition) { numbers.append(message.sequence) }
    return numbers
  }
}

@Suite struct StreamFeedTests {
  @Test func oneReaderServesAll() {
    let stream = MemoryStream(last: 12)
    let feed = stream.feed()
    feed.add(1, after: 4)
    feed.add(2, after: 8)
    #expect(feed.pull() == 8)
    #expect(stream.asked == [[-1, 5]])
    #expect(feed.take(1) == [5, 9] && feed.take(2) == [10] && feed.take(3) == [])
    stream.last = 14
    #expect(feed.pull() == 2 && feed.take(1) == [13] && feed.take(2) == [14])
    #expect(feed.pull() == 0 && feed.waitingCount(of: 1) == 0)
  }

  @Test func theOldestMessageThatWaitsSaysHowFarAPartitionIsBehind() {
    let stream = MemoryStream(last: 12)
    let feed = stream.feed()
    feed.add(1, after: 4)
    feed.add(2, after: 11)
    _ = feed.pull()
    #expect(feed.oldestTime(of: 1) == 5 && feed.oldestTime(of: 2) == nil && feed.oldestTime(of: 3) == nil)
    _ = feed.next(of: 1)
    stream.last = 17
    // What waits on the server may be of others.
    #expect(feed.waitingCount(of: 2) > 0 && feed.oldestTime(of: 2) == nil)
    _ = feed.pull()
    #expect(feed.oldestTime(of: 1) == 9 && feed.oldestTime(of: 2) == 14)
    #expect(feed.take(1) == [9, 13, 17] && feed.oldestTime(of: 1) == nil)
  }

  @Test func aPartitionThatIsBehindIsBroughtUp() {
    let stream = MemoryStream(last: 5000)
    let feed = stream.feed()
    feed.add(0, after: 4000)
    #expect(feed.pull() == 1000 && feed.take(0).count == 250)
    feed.add(1, after: 2000)
    #expect(feed.pull() == 1024)
    // It is further behind: the second reader begins again, and what it brings again is dropped.
    feed.add(2, after: 1000)
    var (ones, twos) = ([UInt64](), [UInt64]())
    for _ in 0..<6 {
      _ = feed.pull()
      ones += feed.take(1)
      twos += feed.take(2)
    }
    #expect(stream.asked == [[-1, 4001], [-1, 2001], [-1, 1001]])
    #expect(ones == Array(stride(from: 2001, through: 4997, by: 4)))
    #expect(twos == Array(stride(from: 1002, through: 4998, by: 4)))
    // The first reader serves all then.
    let given = stream.readers.map(\.given)
    stream.last = 5008
    #expect(feed.pull() == 8 && feed.take(0) == [5004, 5008] && feed.take(2) == [5002, 5006])
    #expect(stream.readers.map(\.given) == [given[0] + 8, given[1], given[2]])
  }

  @Test func aReaderThatEndsIsFollowedByAnother() {
    let stream = MemoryStream(last: 10)
    let feed = stream.feed()
    feed.add(3, after: 0)
    _ = feed.pull()
    stream.readers[0].hasEnded = true
    stream.last = 20
    #expect(feed.pull() == 0 && feed.pull() == 10)
    #expect(stream.asked == [[-1, 1], [-1, 11]])
    #expect(feed.take(3) == [3, 7, 11, 15, 19])
  }

  @Test func amongManyWorkersEachPartitionHasItsReader() {
    let stream = MemoryStream(last: 8)
    stream.workers = 8
    let feed = stream.feed()
    feed.add(2, after: 4)
    feed.add(1, after: 0)
    // One at a time: a server may take seconds for each.
    #expect(feed.pull() == 2 && stream.asked == [[1, 1]])
    #expect(feed.pull() == 1 && stream.asked == [[1, 1], [2, 5]])
    #expect(feed.take(1) == [1, 5] && feed.take(2) == [6])
    stream.workers = 7
    stream.last = 12
    #expect(feed.pull() == 2 && stream.asked.count == 2)
    stream.workers = 5
    stream.last = 14
    _ = feed.pull()
    #expect(stream.asked.last == [-1, 10])
    #expect(feed.take(1) == [9, 13] && feed.take(2) == [10, 14])
  }

  @Test func whatWaitsIsBounded() {
    let stream = MemoryStream(last: 100_000)
    let feed = stream.feed()
    feed.add(0, after: 0)
    for _ in 0..<100 { _ = feed.pull() }
    #expect(feed.waitingCount(of: 0) > 20_000)
    #expect(stream.readers[0].given < 40_000)
    #expect(feed.take(0).count < 10_000)
    feed.remove(0)
    #expect(!feed.reads(0) && feed.next(of: 0) == nil)
    feed.add(0, after: 99_996)
    #expect(feed.pull() == 4 && feed.take(0) == [100_000])
  }
}
