import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
package import GeoHost
import GeoLua
import GeoStore
import Glibc
import LuaBridge

/// `--from nats://…`: a worker of a stream.
extension Run {
  /// Works on a stream until a signal, a lost output or a fault; returns the exit code.
  ///
  /// - Errors: ``GeoError`` for faults before the run begins.
  package static let workOnStream: RunModules.StreamWork = {
    (run, source, addresses, requirements, unit) throws(GeoError) in
    try run.runStream(try run.stream(source, among: addresses, unit), addresses, requirements, unit)
  }

  /// The stream of a worker.
  ///
  /// - Errors: ``GeoError`` `usage` for what does not go with a stream.
  private func stream(
    _ source: SourceAddress, among addresses: [SourceAddress], _ unit: ScriptUnit
  ) throws(GeoError) -> NATSAddress {
    func refuse(_ words: String) -> GeoError { GeoError(.usage, words, at: source.name) }
    guard addresses.count == 1 else { throw refuse("a stream is the only source of its worker") }
    let address = try NATSAddress(source)
    if let state = options.state, StreamStates.isAddress(state) {
      throw refuse(
        "--state \(state): a worker keeps its states at the address of its stream: write --state nats")
    }
    guard options.state != nil || options.keepsStateInStream else {
      throw refuse("a worker keeps its place in the stream: add --state DIRECTORY or --state nats")
    }
    if options.keepsStateInStream { try checkDiskless(address, refuse) }
    let words = [
      ("--record", options.record != nil), ("--record-exact", options.recordExact != nil),
      ("--map", options.pictures != nil),
      ("--page", options.page != nil),
      ("--table", !options.tables.isEmpty),
      ("--stale-after with a script for each device", options.staleAfter != nil && unit == .device),
      ("--quiet-hours and --group-alerts", options.alertRule.isActive), ("--jobs", options.jobs > 1),
      ("deliberate errors", options.feed.distortion != Distortion()),
    ]
    if let word = words.first(where: \.1)?.0 { throw refuse("\(word) cannot be used with a stream") }
    try checkGroups(address, unit, refuse)
    return address
  }

  /// With `--state nats`, nothing that lasts may be on the worker.
  private func checkDiskless(_ address: NATSAddress, _ refuse: (String) -> GeoError) throws(GeoError) {
    if let file = sinkOptions.compactMap(\.kind.file).first {
      throw refuse(
        "a file such as \(file) would stay on the worker: with --state nats, the alerts are in the stream OUT; "
          + "leave the sink out, or write --state DIRECTORY")
    }
    if StateStreams.names.contains(address.stream) {
      throw refuse("--state nats has a stream \(address.stream) itself: give the fixes another name")
    }
  }

  /// Devices that a script brings together must be in one partition.
  private func checkGroups(
    _ address: NATSAddress, _ unit: ScriptUnit, _ refuse: (String) -> GeoError
  ) throws(GeoError) {
    if let words = options.groupBy { try Grouping.checkStream(words) }
    guard address.partitions > 1 else { return }
    switch unit {
    case .run:
      throw refuse("a script with per = \"run\" needs a stream of one partition (partitions=1)")
    case .group where options.groupBy == nil:
      throw refuse("a group script needs --group-by here and at the gateway, or a stream with partitions=1")
    case .device where options.groupBy == nil && script.source.contains("startMonitoringProximity"):
      throw refuse(
        "devices that watch each other need --group-by here and at the gateway, or a stream with partitions=1"
      )
    default: return
    }
  }

  private func runStream(
    _ address: NATSAddress, _ addresses: [SourceAddress], _ requirements: RequiredDeviceCapabilities,
    _ unit: ScriptUnit
  ) throws(GeoError) -> Int32 {
    Signals.install()
    let status = try openMetrics()
    defer { status?.server?.stop() }
    let service = ServiceNotifier.ofProcess(status?.metrics.health)
    let client = try NATSClient(address)
    try client.prepareStream(groupBy: options.groupBy)
    let outbox = PartitionOutbox()
    let sinks = try alertSinks(of: outbox)
    let output = self.output(sinks, addresses)
    report(status?.server, to: output)
    for warning in requirements.diagnostics { output.say(.warning, warning.description) }
    var plan = try self.plan(requirements, unit, output, addresses, try RunTables([], replaces: false))
    sayPrivacy(output)
    plan.mirrors = try mirrors(output)
    defer { plan.close() }
    plan.metrics = status?.metrics
    plan.metrics?.attach(sinks)
    if !options.isQuiet { output.warn(of: plan.advice.warnings) }
    output.publish(through: [])
    let (home, identity) = try stateHome(client, plan.privacy)
    let keeper = try LeaseKeeper(address, identity)
    let versions = try StreamVersions(client, output, folder: options.state)
    defer { versions.close() }
    let link = StreamLink(client, output, advice: home.advice)
    let meter = plan.metrics.map { _ in StreamMeter(address.name, keeper.table, link.clock) }
    if let meter { plan.metrics?.attach(meter) }
    let feed = StreamFeed(partitions: address.partitions, workers: { keeper.table.counts.workers }) {
      link.open($0, from: $1)
    }
    let parts = StreamParts(
      link: link, feed: feed, extent: try client.describeStream(), home: home,
      output: output, sinks: sinks, outbox: outbox, versions: versions, meter: meter)
    sinks.begin(seed: options.seed, maxAge: options.alertMaxAge) { [weak output] in output?.warn($0) }
    let start = monotonicSeconds()
    let shared = plan
    let loop = StreamLoop(parts, keeper, service, failed: plan.failed) { (number, epoch) throws(GeoError) in
      try StreamPartition(number, epoch: epoch, self, shared, parts) { [table = keeper.table] in
        table.holds(number, epoch, at: monotonicSeconds())
      }
    }
    var outcome = RunOutcome(resuming: nil)
    outcome.fault = loop.run()
    outcome.laterFaults = loop.close()
    outcome.counts.add(loop.counts)
    let seconds = monotonicSeconds() - start
    outcome.laterFaults += close(sinks, output)
    loop.keepSent()
    keeper.stop()
    return report(outcome, seconds: seconds, plan.advice, to: output)
  }

  /// Where the partitions have their states, and who this worker is among those that share them.
  private func stateHome(
    _ client: NATSClient, _ privacy: PrivacyZones?
  ) throws(GeoError) -> (StateHome, WorkerIdentity) {
    guard let folder = options.state else {
      let streams = try StateStreams(client)
      try streams.keep(privacy)
      return (.streams(streams), WorkerIdentity(stream: client.address.stream))
    }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw GeoError(.cannotCreate, "cannot be created: \(String(cString: strerror(errno)))", at: folder)
    }
    return (.folder(folder), try WorkerIdentity(folder: folder))
  }

  /// The sinks that send, and those on standard output. Files are with the partitions.
  private func alertSinks(of outbox: PartitionOutbox) throws(GeoError) -> AlertSinks {
    try alertSinks(outbox, sinkOptions.filter { $0.kind.file == nil })
  }

  /// What a partition saves for sinks: into its outbox, and into its own files.
  ///
  /// - Parameter onWake: Called when its outbox has something to send, or was changed.
  func alertSinks(
    ofPartition number: Int, _ store: StateStore, onWake: @escaping @Sendable (_ isChange: Bool) -> Void
  ) throws(GeoError) -> AlertSinks {
    try alertSinks(store, sinkOptions.compactMap { $0.ofPartition(number) }, onWake: onWake)
  }
}
