extension PublishCommand {
  /// Help of this command without the `--version` that the argument parser adds to each; nil for another text.
  static func help(_ text: String) -> String? {
    guard text.contains("USAGE: geoscript publish ") else { return nil }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix(" Show the version.") }.joined(separator: "\n")
  }
}
