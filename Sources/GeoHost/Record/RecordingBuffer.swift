import Geo
import GeoFormats

/// One worker's share of the recording: written without a lock, handed over batch by batch.
final class RecordingBuffer {
  private let recorder: Recorder
  private let writer: EventLogWriter

  /// The most bytes that wait for the end of a batch.
  private static let most = 1 << 16

  init(_ recorder: Recorder, directory: DeviceDirectory) {
    self.recorder = recorder
    writer = EventLogWriter(directory: directory)
  }

  func record(_ event: DeviceEvent) {
    writer.append(event)
    if writer.bytes.count > RecordingBuffer.most { recorder.append(writer) }
  }

  /// Records that the device's clock stopped on its way to the end.
  func recordStop(of device: Device) { writer.appendStop(of: device.clockDevice, at: device.clock.now) }

  /// Hands over the lines of a handled batch.
  func handOver() { recorder.append(writer) }
}
