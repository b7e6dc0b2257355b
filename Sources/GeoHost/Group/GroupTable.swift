import Geo

/// The group of each device: names of groups once, and a number for each device.
struct GroupTable {
  private var names: [String] = []
  private var numbers: [String: UInt32] = [:]
  /// By device number; `none` for a device without a group.
  private var groups: [UInt32] = []
  private static let none = UInt32.max

  /// Nil for a device without a group; it never loses the one that it has.
  subscript(device: DeviceID) -> String? {
    get {
      let index = Int(device.index)
      guard index < groups.count, groups[index] != GroupTable.none else { return nil }
      return names[Int(groups[index])]
    }
    set {
      guard let newValue else { return }
      let index = Int(device.index)
      while groups.count <= index { groups.append(GroupTable.none) }
      groups[index] = number(of: newValue)
    }
  }

  private mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let made = UInt32(names.count)
    names.append(name)
    numbers[name] = made
    return made
  }
}
