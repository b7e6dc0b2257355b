import GeoCore

/// Members that have been silent for too long.
extension DeviceGroup {
  /// A member has sent something: it is not stale any more.
  func hear(_ member: GroupMember, _ payload: DeviceEvent.Payload) {
    // Time that passes, and what the host itself derives from silence, is not heard from anybody.
    switch payload {
    case .clock, .signalLost: return
    default: break
    }
    member.lastHeard = hub.clock.now
    member.isStale = false
    if member.staleAfter != nil { watchSilence(of: member) }
  }

  /// Sets when the member falls silent.
  func watchSilence(of member: GroupMember) {
    member.silence?.cancel()
    member.silence = nil
    guard member.isIn, !member.isStale, member.lastHeard > -.infinity, let seconds = member.staleAfter else {
      return
    }
    member.silence = timer(due: member.lastHeard + seconds) { [unowned self] in fallSilent(member) }
  }

  /// The member keeps its sides of all regions, but nobody knows whether they still hold (GR-9).
  private func fallSilent(_ member: GroupMember) {
    guard member.isIn else { return }
    member.isStale = true
    handling(member) {
      observer?.group(self, didFallSilent: member, since: member.lastHeard)
      updateOccupancy(of: member)
      member.device.playAsMember(
        DeviceEvent(
          time: hub.clock.now, timestamp: hub.clock.now, device: member.device.id,
          payload: .error(code: CLError.locationUnknown.rawValue)))
    }
    deliverMoves()
  }
}
