import Geo
import LuaBridge
