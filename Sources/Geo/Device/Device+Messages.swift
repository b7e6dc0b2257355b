extension Device {
  /// Takes what it tells beside fixes: attributes are kept, messages go to the app while it runs.
  ///
  /// A message wakes nobody: no service of a phone is registered for it.
  func take(_ message: DeviceMessage) {
    switch message.kind {
    case .attributes:
      attributes.removeAll { $0.form == message.form }
      attributes.append(message)
      attributeChanges += 1
    case .message:
      if isAwake { onMessage?(message) }
    }
  }
}
