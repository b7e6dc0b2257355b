/// The names and addresses of the loopback interface.
enum LoopbackName {
  /// - Parameter host: a name or an address, with or without a port; IPv6 in brackets or alone.
  static func isOne(_ host: String) -> Bool {
    var name = host.lowercased()[...]
    if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
      name = name[name.index(after: name.startIndex)..<end]
    } else if name.filter({ $0 == ":" }).count == 1 {
      name = name.prefix { $0 != ":" }
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
