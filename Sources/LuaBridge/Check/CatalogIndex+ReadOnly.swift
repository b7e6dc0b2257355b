extension CatalogIndex {
  /// What to do for a property that cannot be assigned to, in parentheses; empty for one that only the host sets.
  func readOnlyAdvice(_ name: String, of owner: Int) -> String {
    let entry = classes[owner]
    guard let names = entry.initializer?.parameters.map(\.name), names.contains(name) else { return "" }
    return Self.readOnlyAdvice(name, of: entry.name, among: names)
  }

  /// The same at run time.
  ///
  /// - Parameter parameters: those of the initializer.
  static func readOnlyAdvice(_ name: String, of className: String, among parameters: [String]) -> String {
    let again = parameters.contains("identifier") ? ", with the same identifier, and register it again" : ""
    return " (make a new one: \(className).new{ \(name) = … }\(again))"
  }
}
