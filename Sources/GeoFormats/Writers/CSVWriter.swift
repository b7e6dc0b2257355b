import Geo

/// Writes a table of fixes, with titles that the CSV reader knows; RFC 4180.
final class CSVWriter: TrackWriter {
  private var hasHeader = false
  private var name = (device: "", cell: TextBytes())

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    guard case .location(let fix) = event.payload else { return TrackWords.kind(event.payload) }
    begin(&text)
    text.write(date: event.time)
    text.write(",")
    if event.timestamp != event.time { text.write(date: event.timestamp) }
    text.write(",")
    if name.device != device || name.cell.bytes.isEmpty { name = (device, CSVWriter.cell(device)) }
    text.write(name.cell)
    for value in [
      fix.coordinate.latitude, fix.coordinate.longitude, fix.horizontalAccuracy, fix.altitude,
      fix.verticalAccuracy, fix.speed, fix.course,
    ] {
      text.write(",")
      if value.isFinite { text.write(value) }
    }
    text.write("\n")
    return nil
  }

  func finish(to text: inout TextBytes) { begin(&text) }

  private func begin(_ text: inout TextBytes) {
    guard !hasHeader else { return }
    hasHeader = true
    text.write("time,timestamp,device,latitude,longitude,accuracy,altitude,vertical accuracy,speed,course\n")
  }

  private static func cell(_ word: String) -> TextBytes {
    var cell = TextBytes()
    let isPlain = !word.utf8.contains { [10, 13, UInt8(ascii: ","), UInt8(ascii: "\"")].contains($0) }
    guard !isPlain || word.hasPrefix(" ") || word.hasSuffix(" ") else {
      cell.write(string: word)
      return cell
    }
    cell.write("\"")
    for byte in word.utf8 {
      if byte == UInt8(ascii: "\"") { cell.write(byte: byte) }
      cell.write(byte: byte)
    }
    cell.write("\"")
    return cell
  }
}
