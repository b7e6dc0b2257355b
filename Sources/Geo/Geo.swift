// Geo is Core Location and Map Kit in plain Swift. This module has no code: one `import Geo` brings its four parts.
@_exported public import GeoCore
@_exported public import GeoLocation
@_exported public import GeoMap
@_exported public import GeoRegions
