import Geo

/// Writes a table of fixes, with titles that the CSV reader knows; RFC 4180.
final class CSVWriter: TrackWriter {
  private var hasHeader = false
  private var name = (device: "", cell: TextBytes())

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    guard case .location(let fix) = event.payload else { return [TrackWords.kind(event.payload)] }
    begin(&text)
    text.write(date: event.time)
    text.write(",")
    if event.timestamp != event.time { text.write(date: event.timestamp) }
    text.write(",")
    if name.device != device || name.cell.bytes.isEmpty { name = (device, CSVText.cell(device)) }
    text.write(name.cell)
    for value in [
      fix.coordinate.latitude, fix.coordinate.longitude, fix.horizontalAccuracy, fix.altitude,
      fix.verticalAccuracy, fix.speed, fix.course,
    ] {
      text.write(",")
      if value.isFinite { text.write(decimal: value) }
    }
    text.write("\n")
    return []
  }

  func finish(to text: inout TextBytes) -> [StaticString] {
    begin(&text)
    return []
  }

  private func begin(_ text: inout TextBytes) {
    guard !hasHeader else { return }
    hasHeader = true
    text.write("time,timestamp,device,latitude,longitude,accuracy,altitude,vertical accuracy,speed,course\n")
  }
}
