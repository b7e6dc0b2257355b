import ArgumentParser
import Geo
import GeoFormats
import GeoHost
import GeoLua
import GeoStore

/// `geoscript state forget`.
struct StateForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove a device, one of its regions, a group, what is old, or all.",
    usage: "geoscript state forget [<device> [<region>]] [<options>] --state <dir>",
    discussion: """
      Once you forget a device whose script was stopped, the next run starts it
      again. No run may use the directory meanwhile. Workers with --state nats keep
      running: they forget it when they read the message of this command.

      --before removes devices that were not heard from that time on, with their
      regions, timers and stores; groups of which no device is left; messages that
      are older and do not wait; older answers of geocoders and positions of watched
      devices. It prints what it removes.
      """)

  @Argument(help: "The device's name.")
  var device: String?

  @Argument(help: "The identifier of a region; without it, forget the whole device.")
  var region: String?

  @Option(help: ArgumentHelp("Forget a group with all of its devices.", valueName: "name"))
  var group: String?

  @Flag(help: "Forget every device, and the positions in the sources.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Forget devices that were not heard since, and older messages: 2026-11-01, 2026-11-01T08:00Z.",
      valueName: "date"))
  var before: String?

  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    let given = [
      device.map { "'\($0)' forgets this device" }, group.map { "--group \($0) forgets this group" },
      before.map { "--before \($0) what was not heard since" }, all ? "--all every device" : nil,
    ].compactMap { $0 }
    guard !given.isEmpty else {
      throw ValidationError("name a device to forget, or give --group NAME, --before DATE or --all")
    }
    guard given.count == 1 else {
      throw ValidationError("give only one of them: \(given.joined(separator: ", "))")
    }
  }

  func run() throws {
    let date = try before.map { try FeedOptions.time($0, in: ZoneInfo.system, for: "--before") }
    if StreamStates.isAddress(directory.state) { return try ask(before: date) }
    if all, try rebuildIfDamaged() { return }
    // Opened for reading first, so that a missing directory is not created.
    _ = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    let store = try StateStore(directory: directory.state, holder: "geoscript state forget") {
      try? ZoneInfo.rules($0)
    }
    if let date {
      print(try store.forget(before: date).text(before: date))
    } else {
      try forgetNamed(in: store)
    }
    // What was removed would stay in the free pages of the file.
    try store.compact()
  }

  /// Asks the workers of a stream.
  private func ask(before date: TimeInterval?) throws {
    guard !all else {
      throw GeoError(
        .usage,
        "--all: workers keep their place in the stream with their states; stop them and remove the streams OUT and "
          + "SNAPSHOTS, and they read the stream from its beginning", at: directory.state)
    }
    let source = try StateSource(directory.state)
    let parts = try source.all(device: device, group: group)
    var request: ForgetRequest?
    if let date {
      request = .before(date)
      var forgotten = ForgottenState()
      // What they will find, as of their last commits.
      for part in parts { try forgotten.add(part.store.forget(before: date)) }
      print(forgotten.text(before: date))
    } else if let group {
      guard try parts.contains(where: { try $0.store.group(named: group) != nil }) else {
        throw try StateCommand.unknown(group: group, source.all().map(\.store), at: source.name)
      }
      request = .group(group)
    } else if let device {
      request = try known(device, parts, source)
    }
    for part in parts {
      if let request, let partition = part.partition { try source.streams?.ask(partition, toForget: request) }
    }
    print("asked the workers of \(source.name); they follow when they read it")
  }

  /// The request for a device that one of the states has.
  private func known(
    _ device: String, _ parts: [StateSource.Part], _ source: StateSource
  ) throws -> ForgetRequest {
    guard
      let store = try parts.first(where: {
        try $0.store.knows(device) || !$0.store.groups(of: device).isEmpty
      })?.store
    else { throw try StateCommand.unknown(device, source.all().map(\.store), at: source.name) }
    // Tried on the copy, so that an unknown region is told.
    if let region, try !store.forget(device, region: region) { throw StateForget.unknown(region, of: device) }
    return .device(device, region: region)
  }

  private static func unknown(_ region: String, of device: String) -> GeoError {
    GeoError(
      .usage, "device '\(device)' does not watch a region '\(region)' (geoscript state show \(device))")
  }

  /// Makes a state anew whose tables cannot be read; false for any other.
  private func rebuildIfDamaged() throws -> Bool {
    do { _ = try StateStore(reading: directory.state) } catch  where error.code == .data {
      try StateStore.rebuild(directory.state, holder: "geoscript state forget")
      return true
    }
    return false
  }

  /// Removes what the words name.
  private func forgetNamed(in store: StateStore) throws {
    if let group {
      guard try store.forget(group: group) else {
        throw try StateCommand.unknown(group: group, [store], at: store.directory)
      }
      return
    }
    guard let device else { return try store.forgetAll() }
    let isMember = try region == nil && store.forget(member: device)
    guard try store.knows(device) else {
      if isMember { return }
      throw try StateCommand.unknown(device, [store], at: store.directory)
    }
    guard try store.forget(device, region: region) else {
      throw StateForget.unknown(region ?? "", of: device)
    }
  }
}

extension ForgottenState {
  /// A line for each device and group, and one for everything.
  fileprivate func text(before date: TimeInterval) -> String {
    var lines = entries.map { entry in
      let name = PlainText.line(entry.name)
      let place = entry.isGroup ? "group \(name)" : "device \(name)"
      let whose = entry.isGroup ? "" : entry.group.map { " of group \(PlainText.line($0))" } ?? ""
      return "\(place)\(whose), last heard \(ISO8601.format(entry.heard, in: ZoneInfo.system))"
    }
    let counts: [(count: Int, noun: String, many: String)] = [
      (entries.count(where: { !$0.isGroup }), "device", "devices"),
      (entries.count(where: \.isGroup), "group", "groups"), (messages, "message", "messages"),
      (answers, "answer of a geocoder", "answers of geocoders"),
      (positions, "position of a watched device", "positions of watched devices"),
    ]
    let words = counts.filter { $0.count > 0 }.map { counted($0.count, $0.noun, $0.many) }
    lines.append(
      words.isEmpty
        ? "nothing to remove before \(ISO8601.format(date, in: ZoneInfo.system))"
        : "removed \(words.joined(separator: ", "))")
    if waiting > 0 {
      lines.append(
        "\(counted(waiting, "older message")) still to be sent (geoscript alerts drop removes them)")
    }
    return lines.joined(separator: "\n")
  }
}
