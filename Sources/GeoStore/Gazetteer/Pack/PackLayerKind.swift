import Geo

/// The layers of a pack, and the sections that they lie in.
enum PackLayerKind: Int, CaseIterable {
  case settlements, postalAreas, interests

  init(_ kind: PlaceKind) {
    switch kind {
    case .postalArea: self = .postalAreas
    case .interest: self = .interests
    default: self = .settlements
    }
  }

  var nodes: PackHeader.Section {
    switch self {
    case .settlements: .settlementNodes
    case .postalAreas: .postalNodes
    case .interests: .interestNodes
    }
  }

  var leaves: PackHeader.Section {
    switch self {
    case .settlements: .settlementLeaves
    case .postalAreas: .postalLeaves
    case .interests: .interestLeaves
    }
  }

  var places: PackHeader.Section {
    switch self {
    case .settlements: .settlements
    case .postalAreas: .postalAreas
    case .interests: .interests
    }
  }
}
