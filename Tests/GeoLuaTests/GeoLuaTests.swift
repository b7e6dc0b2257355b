@testable import GeoLua
import Testing
