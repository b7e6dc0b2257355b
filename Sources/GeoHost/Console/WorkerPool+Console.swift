import Geo
import GeoDelivery

extension ConsoleDevice {
  init(_ device: Device, group: String?, _ privacy: PrivacyZones?) {
    (name, self.group, time) = (device.name, group, device.now.timeIntervalSince1970)
    let place = device.location?.coordinate
    zone = privacy?.zone(at: place)?.name
    self.place = zone == nil ? place : nil
  }
}

extension WorkerPool {
  /// Answers a console, between two events.
  func answer(_ request: ConsoleRequest) -> ConsoleReply {
    switch request {
    case .devices:
      let all = each { worker in
        worker.instances.compactMap(\.self).flatMap { instance in
          instance.devices.map {
            let device = ConsoleDevice($0, group: instance.device.group?.name, worker.plan.privacy)
            return (id: $0.id, device: device)
          }
        }
      }.joined().sorted { $0.id.index < $1.id.index }
      return .devices(all.prefix(ConsoleReply.mostDevices).map(\.device), count: all.count)
    case .text(let text, let device, let mayChange):
      let answers = each { worker in
        worker.instance(called: device).map { worker.answer(text, on: $0, mayChange: mayChange) }
      }
      let stranger = ConsoleAnswer(.fault("no device '\(device)' is known yet; :devices lists them"))
      return .answer(answers.compactMap(\.self).first ?? stranger)
    }
  }
}
