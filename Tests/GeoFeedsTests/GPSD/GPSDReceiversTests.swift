import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Several receivers behind one gpsd, and receivers that go and come.
@Suite struct GPSDReceiversTests {
  private func fix(_ second: Int, _ path: String) -> String { GPSDReading.fix(second, device: path) }

  @Test func firstReceiverIsTheSourceAndOthersAddTheirNames() {
    let reading = GPSDReading.log(
      fix(1, "/dev/ttyUSB0"), fix(1, "/dev/ttyACM0"), fix(2, "/dev/ttyUSB0"), fix(2, "/run/ttyACM0"))
    #expect(reading.fixDevices.sorted() == ["gpsd", "gpsd", "gpsd/run/ttyACM0", "gpsd/ttyACM0"])
  }

  @Test func oneReceiverCanBeChosen() {
    let reading = GPSDReading(device: "gpsd/ttyACM0", path: "/dev/ttyACM0")
    reading.hear(fix(1, "/dev/ttyUSB0") + fix(1, "/dev/ttyACM0"), at: GPSDReading.time(1))
    #expect(reading.fixDevices == ["gpsd/ttyACM0"])
  }

  @Test func nextReceiverReplacesAnUnpluggedOne() {
    let reading = GPSDReading()
    let pulled = "{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB0\",\"activated\":0}\n"
    reading.hear(fix(1, "/dev/ttyUSB0") + pulled + pulled, at: GPSDReading.time(1))
    reading.hear(fix(2, "/dev/ttyUSB1"), at: GPSDReading.time(2))
    #expect(reading.fixDevices == ["gpsd", "gpsd"])
    #expect(reading.errors.count == 1)
    #expect(
      reading.decoder.drainNotices()
        == [.warning("log: gpsd has closed /dev/ttyUSB0; waiting for it to come back")])
  }

  @Test func unlistedReceiverHasGone() {
    let reading = GPSDReading()
    reading.hear(fix(1, "/dev/ttyUSB0"), at: GPSDReading.time(1))
    reading.disconnect(at: GPSDReading.time(2))
    #expect(reading.errors == [GPSDReading.time(2)])
    let listed = "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/pts/4\"}]}\n"
    reading.hear(listed + fix(3, "/dev/pts/4"), at: GPSDReading.time(3))
    #expect(reading.fixDevices == ["gpsd", "gpsd"])
    #expect(reading.decoder.paths == ["/dev/pts/4"])
  }

  @Test func reportsWithoutAReceiverBelongToTheOnlyOne() {
    let anonymous = GPSDReading.fix(2).replacing("\"device\":\"/dev/ttyUSB0\",", with: "")
    #expect(GPSDReading.log(anonymous, fix(3, "/dev/ttyUSB0")).fixDevices == ["gpsd", "gpsd"])
    #expect(GPSDReading.log(fix(1, "/dev/ttyUSB0"), anonymous).fixDevices == ["gpsd", "gpsd"])
  }

  @Test func streamOfNamesDoesNotCreateDevices() {
    let reading = GPSDReading()
    for number in 0..<100 { reading.hear(fix(1, "/dev/tty\(number)"), at: GPSDReading.time(1)) }
    #expect(reading.directory.count == 64)
    #expect(reading.decoder.skips["receiver"] == 36)
  }

  @Test func twoReceiversOfARecordingAreTwoDevices() throws {
    let reading = GPSDReading()
    reading.hear(try GPSDReading.recorded("two-receivers.json"), at: nil)
    reading.flush(at: nil)
    #expect(Set(reading.fixDevices) == ["gpsd", "gpsd/2"])
    #expect(reading.decoder.skips["not JSON"] == 0)
  }

  @Test func otherProtocolIsReported() {
    let reading = GPSDReading()
    reading.hear("{\"class\":\"VERSION\",\"release\":\"9.1\",\"proto_major\":4,\"proto_minor\":0}\n", at: 1)
    reading.hear("{\"class\":\"ERROR\",\"message\":\"Unrecognized request 'X'\"}\n", at: 1)
    #expect(
      reading.decoder.drainNotices() == [
        .warning(
          "log: gpsd 9.1 speaks version 4 of its protocol (expected 3); geoscript may misread its reports"),
        .warning("log: gpsd says: Unrecognized request 'X'"),
      ])
    #expect(reading.decoder.skips["refused"] == 1)
  }
}
