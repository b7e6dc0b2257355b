import Geo
import GeoLua

/// Which group each device is in, and so which worker has it.
///
/// Owner: the pool, on the run's thread, which each fix passes here: nothing else uses what is unchecked.
final class GroupPlacing {
  private let grouping: Grouping?
  private let directory: DeviceDirectory
  private let isOneGroup: Bool
  /// The groups of devices that each have a script, which stay in the group of their first event.
  private let book: GroupBook?
  /// Devices that nothing puts into a group.
  private var ungrouped: Set<DeviceID> = []
  /// The group of each device that has one.
  private var names = GroupTable()
  /// By device number: whether only a message can still change its group.
  @exclusivity(unchecked) private var isPlaced: [Bool] = []
  /// Devices whose group has changed since it was last saved; only with `--state`.
  private var changed: Set<DeviceID> = []
  private let keepsChanges: Bool
  /// By device number: whether it was asked about.
  private var asked: [Bool] = []
  private let naming: GroupNaming?
  private let file: GroupFile?

  /// Nil for a run whose devices stand for themselves.
  init?(_ plan: WorkerPlan) {
    guard plan.unit != .device || plan.grouping != nil else { return nil }
    grouping = plan.unit == .run ? nil : plan.grouping
    directory = plan.directory
    isOneGroup = plan.unit == .run
    keepsChanges = plan.saved != nil
    book = plan.unit == .device ? plan.groupBook : nil
    naming = grouping.map { GroupNaming($0) }
    if case .file(let table) = grouping?.rule { file = table } else { file = nil }
  }

  static func place(of group: String, among count: Int) -> Int {
    var hash = FNV1a()
    hash.combine(group)
    return Int(hash.value % UInt64(count))
  }

  func place(of device: DeviceID, among count: Int) -> Int {
    GroupPlacing.place(
      of: names[device] ?? (directory.isGroup(device) ? directory.name(of: device) : Grouping.usual),
      among: count)
  }

  /// Continues with the groups of an earlier run.
  func restore(_ groups: [DeviceID: String]) {
    for (device, group) in groups {
      names[device] = group
      book?[device] = group
    }
  }

  /// The number of devices in the usual group because nothing says theirs; nil if nobody asked.
  var ungroupedCount: Int? { grouping == nil ? nil : ungrouped.count }

  /// The devices that have changed their groups since the last call; only with `--state`.
  func takeChanged() -> [(device: String, group: String)] {
    defer { changed = [] }
    return changed.sorted { $0.index < $1.index }.map {
      (directory.name(of: $0), names[$0] ?? Grouping.usual)
    }
  }

  private func put(_ device: DeviceID, into group: String) {
    names[device] = group
    book?[device] = group
    if keepsChanges { changed.insert(device) }
  }

  /// The event of the group that an acknowledgement names; any other event as it is.
  func addressed(_ event: DeviceEvent) -> DeviceEvent {
    guard book == nil, case .message(let message) = event.payload, let group = message.acknowledgement?.group
    else { return event }
    var event = event
    event.device = directory.groupID(of: isOneGroup ? Grouping.usual : group)
    return event
  }

  /// Whether an event surely changes no group and names none: almost every fix.
  @inline(__always)
  func isPlain(_ event: DeviceEvent) -> Bool {
    if event.isMessage { return false }
    let index = Int(event.device.index)
    return isOneGroup || (index < isPlaced.count && isPlaced[index])
  }

  /// The change of groups that comes before an event, or that it is; nil for none.
  func change(by event: DeviceEvent) -> DeviceEvent? {
    guard !isOneGroup else { return nil }
    let index = Int(event.device.index)
    if index < isPlaced.count, isPlaced[index], !event.isMessage { return nil }
    let change = judged(event)
    if change == nil, file == nil, !event.isMessage, index < asked.count, asked[index] {
      while isPlaced.count <= index { isPlaced.append(false) }
      isPlaced[index] = true
    }
    return change
  }

  private func judged(_ event: DeviceEvent) -> DeviceEvent? {
    // It concerns the group as it is.
    if case .message(let message) = event.payload, message.kind == .acknowledge { return nil }
    let old = names[event.device]
    if book != nil, old != nil { return nil }
    if let handler = recordedHandler(of: event) { return old == handler ? nil : event }
    if case .message(let message) = event.payload, let name = message.groupName {
      ask(event.device)
      return name == old ? nil : event
    }
    // A recording has its changes among its events.
    if !event.marks.contains(.settled) {
      if file?.readAgain() == true { asked = [] }
      if ask(event.device), let name = group(of: directory.name(of: event.device)) {
        if isUnlisted(event.device) { ungrouped.insert(event.device) }
        if name == old ?? Grouping.usual { return settle(event.device, in: name) }
        var change = event
        change.payload = .message(DeviceMessage(group: name))
        return change
      }
    }
    if old == nil { ungrouped.insert(event.device) }
    return settle(event.device, in: old ?? Grouping.usual)
  }

  /// Notes that a device is asked about; returns whether it was not before.
  @discardableResult
  private func ask(_ device: DeviceID) -> Bool {
    let index = Int(device.index)
    while asked.count <= index { asked.append(false) }
    defer { asked[index] = true }
    return !asked[index]
  }

  private func settle(_ device: DeviceID, in group: String) -> DeviceEvent? {
    if names[device] != group { put(device, into: group) }
    return nil
  }

  /// Whether an event says again which group its device is in.
  func isRepetition(_ event: DeviceEvent) -> Bool {
    guard case .message(let message) = event.payload, let name = message.groupName else { return false }
    return isOneGroup || book != nil || (recordedHandler(of: event) == nil && names[event.device] == name)
  }

  /// Of a recorded line about the group of its device: the one group that is to handle it.
  private func recordedHandler(of event: DeviceEvent) -> String? {
    guard event.marks.contains(.settled), book == nil, case .message(let message) = event.payload else {
      return nil
    }
    return message.handlingGroup
  }

  /// Whether a change goes to both groups of its device, the old one and the new one.
  func concernsBoth(_ change: DeviceEvent) -> Bool {
    names[change.device] != nil && recordedHandler(of: change) == nil
  }

  func apply(_ change: DeviceEvent) {
    guard case .message(let message) = change.payload, let name = message.groupName else { return }
    if !isUnlisted(change.device) { ungrouped.remove(change.device) }
    put(change.device, into: recordedHandler(of: change) ?? name)
  }

  private func isUnlisted(_ device: DeviceID) -> Bool {
    file.map { $0[directory.name(of: device)] == nil } ?? false
  }

  /// The group of a device by the rule; nil where the rule says nothing.
  private func group(of device: String) -> String? {
    // A device that is taken out of the file returns to the usual group.
    if let file { return file[device] ?? Grouping.usual }
    return naming?.group(of: device)
  }
}

extension DeviceEvent {
  fileprivate var isMessage: Bool { if case .message = payload { true } else { false } }
}
