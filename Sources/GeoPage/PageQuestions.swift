import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import Synchronization

/// Answers what people ask on a served page: for links to a device, and what would have been.
///
/// - Source: HO-147, WY-8.
final class PageQuestions: Sendable {
  private let feed: PageFeed
  private let shares: PageShares
  private let door: PageDoor
  /// Whoever holds it plays the run again.
  private let turn = Mutex<Void>(())

  init(_ feed: PageFeed, _ shares: PageShares, _ door: PageDoor) {
    (self.feed, self.shares, self.door) = (feed, shares, door)
  }

  // MARK: Links

  /// Makes a link, ends those to a device, or lists them.
  ///
  /// - Parameter body: an object with a device as `share` and a time as `until` in seconds since 1970, or with a device as
  ///   `end`, or neither.
  /// - Returns: the answer, with the links that hold.
  func share(_ body: [UInt8]) -> IngestResponse {
    guard let wish = try? JSONParser.parse(String(decoding: body, as: UTF8.self)), case .object = wish else {
      return .fault(400, "expected an object with share or end")
    }
    let now = wallSeconds()
    var members: [(name: String, value: JSONValue)] = []
    do throws(GeoError) {
      if let device = wish["share"]?.text {
        guard feed.knows(device) else {
          return .fault(404, "the page shows no device '\(device.prefix(100))'")
        }
        guard case .number(let until)? = wish["until"]?.asNumber, until > now,
          until - now <= PageShares.longest
        else { return .fault(422, "until must lie ahead, within a year") }
        let token = try shares.make(.init(device: device, made: now, until: until))
        members += [("path", .string("/share/\(token)")), ("hosts", .array(door.names.map { .string($0) }))]
      } else if let device = wish["end"]?.text {
        try shares.withdraw(device, at: now)
      }
    } catch {
      return .fault(500, "\(error)")
    }
    let links = shares.grants(at: now).map { grant in
      JSONValue.object([("device", .string(grant.device)), ("until", .number(grant.until))])
    }
    return IngestResponse(200, JSONValue.object(members + [("links", .array(links))]).description)
  }

  // MARK: The screen

  /// Lets the run draw the screen of a device; the picture comes with the messages.
  ///
  /// - Parameter body: the device as a text of JSON.
  func show(_ body: [UInt8]) -> IngestResponse {
    guard let device = (try? JSONParser.parse(String(decoding: body, as: UTF8.self)))?.text else {
      return .fault(400, "expected the name of a device")
    }
    guard feed.knows(device) else { return .fault(404, "the page shows no device '\(device.prefix(100))'") }
    feed.wishes.add(device)
    return IngestResponse(200, "{}")
  }

  // MARK: What if

  /// Plays the run again with other values, one question at a time.
  ///
  /// - Parameter body: an array of words of `--what-if`.
  func answer(_ body: [UInt8], _ whatIf: PageOptions.WhatIfAnswer) -> IngestResponse {
    guard case .array(let words)? = try? JSONParser.parse(String(decoding: body, as: UTF8.self)),
      (1...20).contains(words.count)
    else { return .fault(400, "expected an array of changes such as \"home.radius=150\"") }
    let answer = turn.withLockIfAvailable { _ -> IngestResponse in
      do throws(GeoError) {
        let changes = try words.map { (word) throws(GeoError) in try RegionChange(word.text ?? "") }
        return IngestResponse(200, try whatIf(changes).description)
      } catch {
        return .fault(422, "\(error)")
      }
    }
    return answer ?? .fault(409, "the run is being played again for someone: ask once more")
  }
}
