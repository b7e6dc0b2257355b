import Geo
import GeoFormats

/// Which device a receiver is.
///
/// The first is called as the source, each further one by its own name behind that, such as `gpsd/ttyUSB1`. A receiver
/// that comes when the first has gone is the first from then on: a plug that is pulled and put back makes another path
/// of the same receiver.
extension GPSDDecoder {
  /// More than gpsd itself can have; a stream that names more means harm.
  private static let limit = 64

  /// The number of the receiver that has this path; reports that name none are of the one before.
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

  /// gpsd has closed a receiver, or does not list it any more.
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
