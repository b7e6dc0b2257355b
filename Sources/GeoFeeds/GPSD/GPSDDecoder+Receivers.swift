import Geo
import GeoFormats

/// Maps receivers to devices.
///
/// The first receiver has the name of the source. Each further one adds its own, such as `gpsd/ttyUSB1`. A
/// receiver that appears after the first has gone replaces it: unplugging and replugging a receiver gives it
/// another path.
extension GPSDDecoder {
  /// More than gpsd itself can have; a stream that names more is hostile.
  private static let limit = 64

  /// The index of the receiver with this path; a report without a path belongs to the previous receiver.
  func receiver(_ path: UnsafeBufferPointer<UInt8>) -> Int? {
    if lastReceiver < receivers.count {
      if path.isEmpty || receivers[lastReceiver].path.elementsEqual(path) { return lastReceiver }
    }
    if let known = receivers.firstIndex(where: { $0.path.elementsEqual(path) }) {
      receivers[known].isThere = true
      lastReceiver = known
      return known
    }
    if let first = receivers.first, first.path.isEmpty || !first.isThere {
      receivers[0].path = Array(path)
      receivers[0].isThere = true
      lastReceiver = 0
      return 0
    }
    guard receivers.count < GPSDDecoder.limit else {
      count("receiver", "there are more than \(GPSDDecoder.limit) receivers")
      return nil
    }
    receivers.append(GPSDReceiver(path: Array(path), device: context.directory.id(of: deviceName(path))))
    lastReceiver = receivers.count - 1
    return lastReceiver
  }

  private func deviceName(_ path: UnsafeBufferPointer<UInt8>) -> String {
    guard !receivers.isEmpty else { return context.device }
    let whole = String(decoding: path, as: UTF8.self)
    let last = whole.split(separator: "/").last.map(String.init) ?? whole
    let name = "\(context.device)/\(last)"
    let isTaken = receivers.contains { context.directory.name(of: $0.device) == name }
    return isTaken ? context.device + whole : name
  }

  /// Removes a receiver that gpsd has closed or no longer lists.
  func removeReceiver(_ index: Int, into events: inout [DeviceEvent]) {
    guard receivers[index].isThere else { return }
    receivers[index].isThere = false
    deliver(index, into: &events)
    lose(index, told: .nan, into: &events)
    guard arrival != nil else { return }
    var path = String(decoding: receivers[index].path, as: UTF8.self)
    if path.isEmpty { path = "the receiver" }
    post(.warning("\(context.name): gpsd has closed \(path); waiting for it to come back"))
  }
}
