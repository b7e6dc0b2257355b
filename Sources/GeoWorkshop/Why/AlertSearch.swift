import Geo
import GeoHost
import GeoLua
import LuaBridge

/// Finds the alert that is meant, by running the script once without what takes time.
struct AlertSearch: Sendable {
  struct Found: Sendable {
    let alert: Alert
    /// How many events were played before those that raised it; the number of all for one that the end raised.
    let event: Int

    /// How many of the next events may be played at once: those just before the alert wait for it in windows.
    func share(after count: Int) -> Int {
      let near = event - WhyReplay.most
      return count >= near ? 1 : min(WhyReplay.most, near - count)
    }
  }

  private let question: WhyQuestion
  private let options: RunOptions
  private let wanted: String

  /// Events before the alert that are explained.
  static let lookback = 20_000
  /// The most alerts that an error lists.
  private static let listed = 5

  init(_ question: WhyQuestion, _ options: RunOptions) throws(GeoError) {
    (self.question, self.options) = (question, options)
    wanted = question.alert ?? ""
    guard !wanted.isEmpty else {
      throw GeoError(.usage, "name an alert: its id, the beginning of it, or its title")
    }
    if let time = question.time { try ClockTime.check(time, in: options.timeZone) }
  }

  /// - Parameters:
  ///   - progress: hears how far it is.
  ///   - isOver: whether nobody wants the answer any more.
  /// - Errors: ``GeoError`` `data` if there is no such alert, or if several ids begin like this.
  func found(
    _ progress: SearchProgress? = nil, isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(GeoError) -> Found {
    defer { progress?.end() }
    let replay = try WhyReplay(options, isOver: isOver)
    defer { replay.run.close() }
    var (matches, others): ([Found], [Alert]) = ([], [])
    var all = 0
    func take(before count: Int) -> Found? {
      for record in replay.run.takeRecords().records {
        guard case .alert(let alert) = record.content else { continue }
        all += 1
        guard fits(alert) else {
          if others.count < AlertSearch.listed { others.append(alert) }
          continue
        }
        let found = Found(alert: alert, event: count)
        if alert.id == wanted { return found }
        matches.append(found)
      }
      return nil
    }
    while !isOver(), let batch = try replay.read() {
      for start in stride(from: 0, to: batch.count, by: WhyReplay.most) {
        let count = replay.count
        replay.play(batch[start..<min(start + WhyReplay.most, batch.count)])
        if let found = take(before: count) { return found }
        if matches.isEmpty { progress?.reach(replay.count) }
      }
    }
    let count = replay.count
    replay.end()
    if let found = take(before: count) { return found }
    return try chosen(matches, others, all, replay)
  }

  private func fits(_ alert: Alert) -> Bool {
    guard question.device == nil || question.device == alert.device || question.device == alert.group else {
      return false
    }
    return alert.title == wanted || (wanted.utf8.count >= 4 && alert.id.hasPrefix(wanted))
  }

  private func chosen(
    _ matches: [Found], _ others: [Alert], _ all: Int, _ replay: WhyReplay
  ) throws(GeoError) -> Found {
    if let text = question.time, !matches.isEmpty {
      let time = try ClockTime.moment(
        text, from: replay.first ?? 0, in: options.timeZone, margin: question.margin, last: { replay.latest }
      ).time
      let near = matches.min { abs($0.alert.time - time) < abs($1.alert.time - time) }
      if let near { return near }
    }
    if let first = matches.first {
      let isTitle = matches.allSatisfy { $0.alert.title == wanted }
      guard isTitle || matches.count == 1 else {
        throw GeoError(
          .data, "the ids of \(matches.count) alerts begin with '\(PlainText.line(wanted))': write more of it"
        )
      }
      return first
    }
    if let name = question.device, !replay.run.groupNames.contains(name) {
      try MissedEvents.check(name, among: replay.run.devices)
    }
    throw GeoError(.data, missing(others, all))
  }

  /// What to say when no alert is the one that is meant.
  private func missing(_ others: [Alert], _ all: Int) -> String {
    let name = "'\(PlainText.line(wanted))'" + (question.device.map { " on '\(PlainText.line($0))'" } ?? "")
    let advice = NearestName.advice(wanted, among: others.map(\.title))
    let list =
      others.map { "\($0.id) \(PlainText.line($0.title))" }.joined(separator: ", ")
      + (all > others.count ? ", …" : "")
    let raised = all == 0 ? "it raises none" : "it raises \(counted(all, "alert")): \(list)"
    if question.isChanged, advice.isEmpty {
      let script = options.script.split(separator: "/").last ?? ""
      return "this alert is not raised any more by \(script): \(name) (\(raised))"
    }
    let remedy =
      all == 0
      ? "ask with --not REGION --at TIME why nothing fired"
      : "give the options of the run, such as --seed and --fences"
    return "the run raises no alert \(name)\(advice) (\(raised)); \(remedy)"
  }
}
