extension LuaCatalog {
  /// Returns the class and its bases, nearest first; ends where a base is missing or comes round again.
  func lineage(of item: Class) -> [Class] {
    var lineage: [Class] = []
    var next: Class? = item
    while let current = next, !lineage.contains(where: { $0.name == current.name }) {
      lineage.append(current)
      next = classes.first { $0.name == current.base }
    }
    return lineage
  }
}

extension LuaCatalog.Property {
  /// The same property as a field of a struct, which is the script's own copy and can always be set.
  var settable: Self {
    var copy = self
    copy.isReadOnly = false
    return copy
  }
}
