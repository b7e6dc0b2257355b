import Geo

/// The layers of a pack, and their sections.
enum PackLayerKind: Int, CaseIterable {
  case settlements, postalAreas, interests

  init(_ kind: PlaceKind) {
    switch kind {
    case .postalArea: self = .postalAreas
    case .interest: self = .interests
    default: self = .settlements
    }
  }

  /// The sections of its tree's nodes, of the leaves, and of the records.
  var sections: (nodes: PackHeader.Section, leaves: PackHeader.Section, places: PackHeader.Section) {
    switch self {
    case .settlements: (.settlementNodes, .settlementLeaves, .settlements)
    case .postalAreas: (.postalNodes, .postalLeaves, .postalAreas)
    case .interests: (.interestNodes, .interestLeaves, .interests)
    }
  }
}
