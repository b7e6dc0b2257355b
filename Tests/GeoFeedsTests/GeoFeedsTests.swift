@testable import GeoFeeds
import Testing
