import GeoDelivery
import GeoFeeds
import GeoHost

/// What the partitions of a worker share.
struct StreamParts {
  let link: StreamLink
  let feed: StreamFeed
  let extent: StreamExtent
  let home: StateHome
  let output: Output
  /// The sinks that send, from the outboxes of all partitions.
  let sinks: AlertSinks
  let outbox: PartitionOutbox
  let versions: StreamVersions
  /// With `--metrics`.
  let meter: StreamMeter?

  /// Without a server, a state in its streams cannot be opened.
  var canOpen: Bool { if case .streams(let streams) = home { streams.isConnected } else { true } }
}
