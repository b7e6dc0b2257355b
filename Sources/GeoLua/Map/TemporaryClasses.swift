// Until the class has bindings of its own.
public import Geo
public import LuaBridge

extension MKClusterAnnotation: LuaObject {}
