@testable import GeoHost
import Testing
