public import GeoCore
import GeoRegions

/// What a group and its members wait for, on the hub's clock.
extension DeviceGroup {
  /// Everything that follows an event or a timer: conditions that hold now.
  func settle() {
    if !managed.isEmpty {
      for member in managed {
        member.isChanged = true
        updateTimer(of: member)
      }
    }
    deliverMoves()
    if wantsSettling { observer?.groupDidSettle(self) }
  }

  /// Notices timers that the script sets through a manager of the member.
  public func willManage(_ member: GroupMember) {
    if !managed.contains(where: { $0 === member }) { managed.append(member) }
  }

  /// Has the hub's clock fire what a member's regions and services wait for.
  func updateTimer(of member: GroupMember) {
    guard member.isIn else { return }
    let due = min(member.device.regions.deadline, member.device.nextServiceTimer)
    if let timer = member.timer, timer.isPending {
      if timer.due == due { return }
      timer.cancel()
    }
    member.timer = due < .infinity ? timer(due: due) { [unowned self] in fire(member) } : nil
  }

  private func fire(_ member: GroupMember) {
    guard member.isIn else { return }
    handling(member) { member.device.fireAsMember() }
    deliverMoves()
  }

  /// A timer of the group's own, which fires before the script's.
  public func timer(due: TimeInterval, _ action: @escaping () -> Void) -> DeviceTimer {
    hub.madeServiceTimers.at(due, action)
  }
}
