import Foundation
import Geo
import GeoFormats
import Synchronization
import Testing

@testable import GeoFeeds

/// HO-112, HO-113.
@Suite struct PageHandsTests {
  private let inbox = LiveInbox { 1_795_262_400.5 }
  private let directory = DeviceDirectory()

  private func hands(controls: Bool = false, emulates: Bool = false, _ options: FeedOptions = FeedOptions())
    -> PageHands
  {
    let hands = PageHands(controls: controls, emulates: emulates)
    hands.open(directory, options)
    hands.start(inbox)
    return hands
  }

  private func take(_ hands: PageHands, _ lines: String...) -> IngestResponse {
    hands.take(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private var events: [DeviceEvent] { inbox.next(until: 0).batches.flatMap(\.events) }

  private let fix = #"{"type":"location","device":"rex","latitude":47,"longitude":8,"horizontalAccuracy":5}"#
  private let tap = #"{"type":"tap","device":"rex","latitude":47,"longitude":8}"#

  @Test func aPositionIsMarked() {
    let answer = take(hands(emulates: true), fix)
    #expect(answer.status == 200)
    #expect(answer.body == #"{"time":"2026-11-21T12:00:00.500Z"}"#)
    let events = events
    #expect(events.map(\.marks) == [.simulated])
    #expect(events.first.map { directory.name(of: $0.device) } == "rex")
    #expect(events.first?.time == 1_795_262_400.5)
  }

  @Test func aTouchIsNot() {
    #expect(take(hands(controls: true), tap).status == 200)
    let events = events
    #expect(events.count == 1)
    #expect(events.first?.marks == [])
    guard case .touch(let touch)? = events.first?.payload else {
      Issue.record("\(events)")
      return
    }
    #expect(touch.type == "tap")
  }

  @Test func eachRightIsItsOwn() {
    #expect(take(hands(controls: true), fix).body.contains("need --emulate"))
    #expect(take(hands(emulates: true), tap).body.contains("need --page-control"))
    let told = #"{"type":"acknowledge","device":"rex","key":"siren"}"#
    #expect(take(hands(emulates: true), told).body.contains("need --page-control"))
    // One line that is not allowed, and nothing is taken.
    #expect(take(hands(controls: true), tap, fix).status == 403)
    #expect(
      take(hands(controls: true, emulates: true), #"{"type":"app","state":"background"}"#).status == 403)
    #expect(events.isEmpty)
  }

  @Test func badLinesAreRefused() {
    let both = hands(controls: true, emulates: true)
    #expect(take(both, "no JSON").status == 400)
    #expect(take(both, #"{"type":"location","latitude":"x","longitude":8}"#).status == 400)
    #expect(events.isEmpty)
    #expect(both.skips.total == 2)
  }

  @Test func anAcknowledgementGoesToEachCopy() {
    let options = FeedOptions()
    options.firing.note("siren", of: "rex", isGroup: false, alert: "rex/1")
    options.firing.note("siren", of: "family", isGroup: true, alert: "family/1")
    let hands = hands(controls: true, options)
    #expect(
      take(hands, #"{"type":"acknowledge","device":"rex","key":"siren","alert":"rex/1"}"#).status == 200)
    #expect(events.map { directory.name(of: $0.device) } == ["rex"])
    #expect(take(hands, #"{"type":"acknowledge","group":"family","key":"siren"}"#).status == 200)
    #expect(events.count == 1)
    // Another alert of the key, or none.
    #expect(
      take(hands, #"{"type":"acknowledge","device":"rex","key":"siren","alert":"rex/0"}"#).status == 409)
    let other = take(hands, #"{"type":"acknowledge","device":"max","key":"siren"}"#)
    #expect(other.status == 409)
    #expect(
      other.body.contains(
        "no alert with the key 'siren' fires on max (expected the key of one that does: 'siren')"))
    let unknown = take(hands, #"{"type":"acknowledge","device":"rex","key":"siern","alert":"rex/1"}"#)
    #expect(unknown.status == 409 && unknown.body.contains("no alert with the key 'siern' fires on rex"))
    #expect(events.isEmpty)
  }

  @Test func beforeTheRunAndAfterItNothingIsTaken() {
    let hands = PageHands(controls: true, emulates: true)
    #expect(take(hands, tap).status == 503)
    #expect(!hands.isConnected)
    hands.open(directory, FeedOptions())
    hands.start(inbox)
    #expect(hands.isConnected)
    hands.stop()
    #expect(take(hands, tap).status == 503)
  }

  /// HO-116.
  @Test func fencesGoIntoTheFile() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).geojson"
    try #"{"type":"FeatureCollection","features":[]}"#.write(toFile: path, atomically: true, encoding: .utf8)
    defer {
      for name in [path, path + ".old", path + ".old.1"] { try? FileManager.default.removeItem(atPath: name) }
    }
    let asked = Mutex(0)
    let hands = PageHands(controls: true, emulates: false, fences: try FenceEditor(path)) {
      asked.withLock { $0 += 1 }
    }
    func take(_ text: String) -> IngestResponse { hands.takeFence(Array(text.utf8)) }
    #expect(take("{}").body == #"{"regions":[],"more":0}"#)
    #expect(asked.withLock { $0 } == 0)
    let fence = #"{"id":"a","properties":{"radius":50},"geometry":{"type":"Point","coordinates":[8,47]}}"#
    let saved = take("{\"save\":\(fence)}")
    #expect(saved.status == 200 && saved.body.hasPrefix(#"{"saved":"a","kept":""#), "\(saved.body)")
    #expect(asked.withLock { $0 } == 1)
    #expect(take(#"{"remove":"b"}"#).status == 422)
    #expect(take(#"{"save":{"id":"b"}}"#).status == 422)
    #expect(take("no JSON").status == 400)
    #expect(take("[]").status == 400)
    let both = take("{\"save\":\(fence),\"remove\":\"a\"}")
    #expect(both.status == 400 && both.body.contains("send one request for each"), "\(both.body)")
    #expect(take(#"{"delete":"a"}"#).body.contains(#"got \"delete\""#))
    #expect(take(#"{"remove":1}"#).status == 400)
    #expect(asked.withLock { $0 } == 1)
    let removed = take(#"{"remove":"a"}"#).body
    #expect(
      removed.hasPrefix(#"{"removed":"a","kept":""#) && removed.hasSuffix(#".old.1","regions":[],"more":0}"#))
    #expect(asked.withLock { $0 } == 2)
    // A file that is gone is nobody's mistake on the page.
    try FileManager.default.removeItem(atPath: path)
    #expect(take("{}").status == 500)
    let emulating = PageHands(controls: false, emulates: true, fences: nil)
    #expect(emulating.takeFence(Array("{}".utf8)).status == 403)
  }
}
