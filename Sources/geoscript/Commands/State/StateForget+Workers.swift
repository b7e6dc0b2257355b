import Geo
import GeoCluster
import GeoStore

/// `geoscript state forget` on the streams of workers with `--state nats`.
extension StateForget {
  /// Asks the workers of a stream.
  func ask(before date: TimeInterval?) throws {
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
}
