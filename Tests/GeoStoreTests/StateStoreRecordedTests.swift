import Foundation
import Geo
import Testing

@testable import GeoStore

/// What a recording has of a state (HO-154).
@Suite struct StateStoreRecordedTests {
  private func row(_ name: String, longitude: Double) -> Checkpoint.DeviceRow {
    var state = DeviceState(device: Device.Snapshot())
    state.sequence = 7
    state.device.clock = 5
    state.device.window.newest = 5
    let region = MonitoredRegion(
      identifier: "of \(name)", center: CLLocationCoordinate2D(latitude: 52, longitude: longitude),
      radius: 100,
      desiredAccuracy: 20)
    return Checkpoint.DeviceRow(
      name: name, clock: 5, regions: RegionSet.empty.adding(contentsOf: [region]), isPending: true,
      quarantine: nil, store: "{\"n\":1}", state: state.bytes)
  }

  @Test func aRecordingHasDevicesAndNoMessages() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("state-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try StateStore(directory: folder, holder: "test")
    var checkpoint = Checkpoint()
    checkpoint.devices = [row("rex", longitude: 13), row("tom", longitude: 14)]
    checkpoint.outgoing = [Checkpoint.Outgoing(sink: "s", alertID: "a", body: "{\"key\":\"secret\"}")]
    checkpoint.run = RunRecord(script: "s.lua", status: .stopped, clock: 5, timeZone: "UTC")
    try store.write(checkpoint)

    let all = try StateStore(inMemory: "recording", image: try store.recordedImage())
    #expect(try all.devices().map(\.name) == ["rex", "tom"])
    let image = try store.recordedImage(only: "rex")
    for word in ["secret", "tom"] { #expect(String(decoding: image, as: UTF8.self).contains(word) == false) }
    let one = try StateStore(inMemory: "recording", image: image)
    let rex = try #require(try one.device(named: "rex"))
    #expect(rex.state.sequence == 7 && rex.store == "{\"n\":1}" && rex.regions.slot(of: "of rex") != nil)
    #expect(rex.state.device.window.newest == -.infinity)
    #expect(try one.pendingDevices() == ["rex"] && one.lastRun()?.status == .stopped)
    // The directory is as it was.
    #expect(try store.device(named: "tom")?.state.device.window.newest == 5)
  }
}
