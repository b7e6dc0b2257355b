extension Screen {
  /// Does what a user's hand does.
  func take(_ hand: Hand) {}
}
