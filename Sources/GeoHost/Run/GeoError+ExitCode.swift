public import Geo

extension GeoError.Code {
  /// The exit code of such a fault in sysexits.h.
  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .data: 65
    case .noInput: 66
    case .unavailable: 69
    case .internal: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .notPermitted: 77
    }
  }
}
