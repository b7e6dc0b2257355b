public import Geo
import GeoDelivery
public import GeoFeeds
public import GeoFormats
public import GeoHost

/// `geoscript gateway`: takes what phones and receivers send, and publishes it to a stream of NATS.
///
/// - Source: SC-10 … SC-14.
public struct Gateway {
  /// Live sources, and simulations.
  private let sources: [SourceAddress]
  /// The sources as they were written.
  private let words: [String]
  private let target: NATSAddress
  private let options: RunOptions
  private let console: Console
  /// The words of `--group-by`, and what they mean; nil if each device is its own group.
  private let groupBy: (words: String, grouping: Grouping)?

  /// - Errors: ``GeoError`` `usage` for a source that is not live, a target that is no stream, and groups that change.
  public init(
    sources: [String], target: String, httpKeys: HTTPKeys, feed: FeedOptions = FeedOptions(),
    groupBy: String? = nil, metrics: ListenAddress? = nil, isQuiet: Bool = false,
    logFormat: LogFormat = .text, logLevel: LogLevel? = nil
  ) throws(GeoError) {
    self.target = try NATSAddress(try SourceAddress(target))
    self.groupBy = try groupBy.map { (words) throws(GeoError) in
      try Grouping.checkStream(words)
      return (words, try Grouping(words))
    }
    self.sources = try sources.map { (word) throws(GeoError) in
      let address = try SourceWord.address(word)
      let isSimulation = address.scheme == SourceAddress.simulationScheme
      guard isSimulation || (address.isLive && address.scheme != "nats") else {
        throw GeoError(
          .usage,
          "is not a live source: a gateway takes addresses such as http://127.0.0.1:8080, and simulations (sim:…)",
          at: word)
      }
      return address
    }
    words = sources
    var options = RunOptions(script: "")
    options.httpKeys = httpKeys
    options.feed = feed
    options.publishes = true
    options.metrics = metrics
    options.isQuiet = isQuiet
    (options.logFormat, options.logLevel) = (logFormat, logLevel)
    self.options = options
    console = Console(options)
  }

  /// Runs until a signal, or until all sources have ended; returns the exit code.
  ///
  /// - Errors: ``GeoError`` of a source that cannot start, and of a server that cannot be reached or used.
  public func run() throws(GeoError) -> Int32 {
    Signals.install()
    let client = try NATSClient(target)
    try client.prepareStream(groupBy: groupBy?.words)
    // Names in a simulation are no strangers'.
    let hasStrangers = sources.contains(where: \.isLive)
    let directory = DeviceDirectory(limit: hasStrangers ? LiveLoop.deviceLimit : DeviceDirectory.noLimit)
    let inbox = LiveInbox { wallSeconds() }
    let publisher = GatewayPublisher(client, directory, groups: groupBy?.grouping)
    let metrics = GatewayMetrics(target: target.name, inbox, publisher.clock)
    let server = try openServer(metrics)
    defer { server?.stop() }
    let open = try zip(sources, words).map { (address, word) throws(GeoError) -> any LiveSource in
      guard address.isLive else {
        return try LiveSimulation(
          word, from: wallSeconds().rounded(.down), directory: directory, options: options.feed)
      }
      return try LiveSources.open(address, directory: directory, options: options)
    }
    say(.info, "publishing to \(target.stream) at \(target.name), \(target.partitions) partitions")
    metrics.attach(open)
    for source in open { try source.start(inbox) }
    let service = ServiceNotifier.ofProcess(metrics.health)
    service?.ready()
    let ended = play(open, inbox, publisher) {
      service?.beat()
      metrics.update(publisher.counts, isConnected: client.isConnected)
      reportClock(publisher.clock)
    }
    service?.stopping()
    close(open, inbox, publisher)
    let counts = publisher.counts
    say(
      .info,
      "\(counted(counts.events, "event")) in \(counted(counts.messages, "message")) of \(grouped(counts.bytes)) bytes; "
        + "\(grouped(counts.refused)) refused, and their senders know")
    for source in open { for line in source.summary { say(.info, "\(source.name): \(line)") } }
    if Signals.stop != 0 { return 128 + Signals.stop }
    return ended ? GeoError.Code.unavailable.exitCode : 0
  }

  private func openServer(_ metrics: GatewayMetrics) throws(GeoError) -> StatusServer? {
    guard let address = options.metrics else { return nil }
    let server = try StatusServer(host: address.host, port: address.port, name: "--metrics") {
      metrics.page($0)
    }
    say(.info, "metrics: \(address.url(port: server.port))/metrics, also /healthz and /readyz")
    return server
  }

  /// Publishes until a signal or the end of all sources; returns whether a source ended with a fault.
  private func play(
    _ sources: [any LiveSource], _ inbox: LiveInbox, _ publisher: GatewayPublisher, beat: () -> Void
  ) -> Bool {
    var ended = 0
    var hasFault = false
    while Signals.stop == 0, ended < sources.count {
      beat()
      let taken = inbox.next(until: monotonicSeconds() + 0.1)
      for notice in taken.notices {
        report(notice)
        guard case .end(_, let fault) = notice else { continue }
        ended += 1
        if fault != nil { hasFault = true }
      }
      let before = publisher.fault
      publisher.publish(taken.batches)
      guard publisher.fault != before else { continue }
      if let fault = publisher.fault {
        say(.warning, "\(target.name): \(fault); geoscript asks senders to send again")
      } else {
        say(.info, "\(target.name): takes messages again")
      }
    }
    return hasFault
  }

  /// Stops the sources and publishes what they still deliver.
  private func close(_ sources: [any LiveSource], _ inbox: LiveInbox, _ publisher: GatewayPublisher) {
    // On its own thread, because a source may wait until its events are acknowledged.
    let stopper = WorkerThread<Void> {
      for source in sources { source.stop() }
      inbox.signal()
    }
    while !stopper.hasEnded(within: 0) {
      publisher.publish(inbox.next(until: monotonicSeconds() + 0.01).batches)
    }
    _ = stopper.join()
    publisher.publish(inbox.close().batches)
  }

  private func reportClock(_ clock: ServerClock) {
    let what = "fixes of phones that send no time get a wrong one; set this machine's clock"
    guard let (isWarning, text) = clock.news(what) else { return }
    say(isWarning ? .warning : .info, "\(target.name): \(text)")
  }

  private func report(_ notice: LiveInbox.Notice) {
    switch notice {
    case .note(let text): say(.info, text)
    case .warning(let text): say(.warning, text)
    case .end(let source, let fault): if let fault { say(.error, "\(source): \(fault)") }
    }
  }

  private func say(_ level: LogLevel, _ text: String) {
    console.say(level, text, label: level == .warning ? "warning: " : level == .error ? "error: " : "")
  }
}
