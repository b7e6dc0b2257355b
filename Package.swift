// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  // Each fix passes a dozen properties of classes; checking at run time that nobody else touches them takes a quarter
  // of its time. Debug builds, which the tests run, check it.
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
  name: "geoscript",
  products: [
    .library(name: "Geo", targets: ["Geo"]),
    .executable(name: "geoscript", targets: ["geoscript"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // C and C++ libraries, one thin face each.
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    .target(name: "CGeographicLib", linkerSettings: [.linkedLibrary("GeographicLib")]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // The core, and what brings events to it.
    .target(name: "Geo", dependencies: ["CGeographicLib"], swiftSettings: settings),
    .target(
      name: "GeoFeeds", dependencies: ["Geo", "CLibXML2", "CSimdJSON", "CZlib"],
      swiftSettings: settings),

    // What lives longer than a run.
    .target(name: "GeoStore", dependencies: ["Geo", "CSQLite"], swiftSettings: settings),

    // Lua, and the host that plays the phone.
    .target(name: "LuaBridge", dependencies: ["CLuaBridge"], swiftSettings: settings),
    .target(name: "GeoLua", dependencies: ["Geo", "LuaBridge"], swiftSettings: settings),
    .target(
      name: "GeoHost", dependencies: ["GeoLua", "GeoFeeds", "GeoStore", "LuaBridge", "Geo"],
      swiftSettings: settings),
    .executableTarget(
      name: "geoscript",
      dependencies: [
        "GeoHost", "GeoLua", "GeoFeeds", "GeoStore", "LuaBridge",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "geobench", dependencies: ["GeoHost", "GeoFeeds", "Geo", "LuaBridge"], swiftSettings: settings),

    .testTarget(name: "GeoTests", dependencies: ["Geo"], swiftSettings: settings),
    .testTarget(name: "GeoFeedsTests", dependencies: ["GeoFeeds"], swiftSettings: settings),
    .testTarget(name: "GeoStoreTests", dependencies: ["GeoStore"], swiftSettings: settings),
    .testTarget(name: "LuaBridgeTests", dependencies: ["LuaBridge"], swiftSettings: settings),
    .testTarget(name: "GeoLuaTests", dependencies: ["GeoLua"], swiftSettings: settings),
    .testTarget(name: "GeoHostTests", dependencies: ["GeoHost", "geoscript"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
