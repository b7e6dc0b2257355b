public import GeoCore
import GeoLocation

/// Which kinds of places a search finds.
///
/// - Source: Apple's MKLocalSearchRequest.h of iOS 26.
public struct MKLocalSearchResultType: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let address = MKLocalSearchResultType(rawValue: 1)
  public static let pointOfInterest = MKLocalSearchResultType(rawValue: 2)
  public static let physicalFeature = MKLocalSearchResultType(rawValue: 4)
  public static let all: MKLocalSearchResultType = [.address, .pointOfInterest, .physicalFeature]

  /// What a place is, as far as its source says: something without a kind is an address.
  ///
  /// - Source: MV-50.
  init(_ place: GeocodedPlace) {
    let tag = place.kind ?? ""
    if ["natural", "waterway"].contains(tag.prefix { $0 != "=" }) {
      self = .physicalFeature
    } else if place.kind != nil {
      self = MKPointOfInterestCategory.isAddress(tag: tag) ? .address : .pointOfInterest
    } else if place.address.ocean != nil || place.address.inlandWater != nil {
      self = .physicalFeature
    } else {
      self = place.address.areasOfInterest.isEmpty ? .address : .pointOfInterest
    }
  }
}

/// Whether a search finds places outside of its region, too.
///
/// - Source: Apple's MKLocalSearchRequest.h of iOS 18.
public enum MKLocalSearchRegionPriority: Int, ConstantGroup {
  /// Those inside come first.
  case `default` = 0
  /// Only those inside.
  case required = 1

  public static let constantPrefix = "MKLocalSearchRegionPriority"
}

/// Which of the places that were found are wanted.
struct Wanted {
  var filter: MKPointOfInterestFilter?
  var types = MKLocalSearchResultType.all
  /// The area that they must be in; nil for any.
  var area: MKCoordinateRegion?

  /// The items of the wanted places.
  ///
  /// - Source: MV-42, MV-50.
  func items(_ found: [MapItemQuery.Found]) -> Result<[MKMapItem], NSError> {
    let near = found.filter { each in
      types.contains(MKLocalSearchResultType(each.place))
        && area.map { $0.contains(each.place.coordinate) } ?? true
    }
    guard let filter, filter != .includingAll else { return Wanted.result(near) }
    guard near.allSatisfy({ $0.place.kind != nil }) else {
      return .failure(MKErrorCode.unknown.error(Wanted.noKinds))
    }
    return Wanted.result(
      near.filter { each in
        if let category = each.item.pointOfInterestCategory { return filter.includes(category) }
        return each.place.kind.map(MKPointOfInterestCategory.isAddress) == true || filter.includesUnknown
      })
  }

  private static func result(_ found: [MapItemQuery.Found]) -> Result<[MKMapItem], NSError> {
    found.isEmpty ? .failure(MKErrorCode.placemarkNotFound.error()) : .success(found.map(\.item))
  }

  private static let noKinds =
    "The gazetteer does not know the categories of places: leave pointOfInterestFilter out, or ask a server, "
    + "such as --geocoder nominatim:URL."
}

extension MKCoordinateRegion {
  /// Whether a place is inside or on the edge.
  fileprivate func contains(_ place: CLLocationCoordinate2D) -> Bool {
    let east = (place.longitude - center.longitude).truncatingRemainder(dividingBy: 360)
    let turn = min(abs(east), 360 - abs(east))
    return abs(place.latitude - center.latitude) <= span.latitudeDelta / 2 && turn <= span.longitudeDelta / 2
  }
}
