import Geo
import LuaBridge

/// The function that a geocoder calls with placemarks or an error.
struct GeocodeHandler: LuaValue {
  static var luaType: String { "fun(placemarks: CLPlacemark[]?, error: NSError?)" }
  let function: LuaFunction

  static func read(_ stack: LuaStack, _ index: Int32) throws -> GeocodeHandler {
    GeocodeHandler(function: try LuaFunction.read(stack, index))
  }

  func push(_ stack: LuaStack) { function.push(stack) }
}

/// The optional argument between a location and the handler: a heading or a language.
enum ReverseGeocodeOption: LuaValue {
  static var luaType: String { "\(GeocodeHandler.luaType)|CLHeading|string" }

  case handler(GeocodeHandler)
  case heading(CLHeading)
  case locale(String)

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ReverseGeocodeOption {
    switch LuaKind(stack, index) {
    case .function: .handler(try GeocodeHandler.read(stack, index))
    case .string: .locale(try String.read(stack, index))
    case .object: .heading(try CLHeading.read(stack, index))
    default: throw LuaMismatch(expected: "function, CLHeading or language", stack, index)
    }
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .handler(let handler): handler.push(stack)
    case .heading(let heading): heading.push(stack)
    case .locale(let locale): locale.push(stack)
    }
  }
}

/// The optional argument between an address and the handler: a region.
enum ForwardGeocodeOption: LuaValue {
  static var luaType: String { "\(GeocodeHandler.luaType)|CLRegion" }

  case handler(GeocodeHandler)
  case region(CLRegion)

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ForwardGeocodeOption {
    switch LuaKind(stack, index) {
    case .function: .handler(try GeocodeHandler.read(stack, index))
    case .object: .region(try CLRegion.read(stack, index))
    default: throw LuaMismatch(expected: "function or CLRegion", stack, index)
    }
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .handler(let handler): handler.push(stack)
    case .region(let region): region.push(stack)
    }
  }
}

/// A postal address: a table with the field names of `CNPostalAddress`.
///
/// - Source: Apple's reference of `CNPostalAddress`.
struct PostalAddress: LuaValue {
  static var luaType: String { "table" }
  let address: PlacemarkAddress

  static func read(_ stack: LuaStack, _ index: Int32) throws -> PostalAddress {
    var address = PlacemarkAddress()
    for (name, value) in try AddressDictionary.read(stack, index).members {
      guard case .string(let text) = value else { continue }
      switch name {
      case "street": address.thoroughfare = text
      case "subLocality": address.subLocality = text
      case "city": address.locality = text
      case "subAdministrativeArea": address.subAdministrativeArea = text
      case "state": address.administrativeArea = text
      case "postalCode": address.postalCode = text
      case "country": address.country = text
      case "ISOCountryCode": address.ISOcountryCode = text
      default:
        throw LuaMismatch(
          "unknown field '\(name)' in a postal address\(NearestName.advice(name, among: names))")
      }
    }
    return PostalAddress(address: address)
  }

  private static let names = [
    "street", "subLocality", "city", "subAdministrativeArea", "state", "postalCode", "country",
    "ISOCountryCode",
  ]

  func push(_ stack: LuaStack) { AddressDictionary(address.dictionary).push(stack) }
}
