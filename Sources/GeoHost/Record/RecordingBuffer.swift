import Geo
import GeoFormats

/// One worker's share of the recording: written without a lock, handed over batch by batch.
final class RecordingBuffer {
  private let recorder: Recorder
  private let writer: EventLogWriter

  /// Bytes that wait for the end of a batch at most.
  private static let most = 1 << 16

  init(_ recorder: Recorder, directory: DeviceDirectory) {
    self.recorder = recorder
    writer = EventLogWriter(directory: directory)
  }

  func record(_ event: DeviceEvent) {
    writer.append(event)
    if writer.bytes.count > RecordingBuffer.most { recorder.append(writer) }
  }

  /// The device's clock was stopped on its way to the end.
  func recordStop(of device: Device) { writer.appendStop(of: device.id, at: device.clock.now) }

  /// A batch has been handled.
  func handOver() { recorder.append(writer) }
}
