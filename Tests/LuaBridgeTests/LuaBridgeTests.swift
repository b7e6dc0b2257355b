@testable import LuaBridge
import Testing
