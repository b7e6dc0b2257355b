// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// ``Geo`` and what it exports. SwiftPM compiles a module again when a dependency named here has changed, not when one
/// behind that has: without these names, a build after an update would mix old and new layouts of classes.
let geo: [Target.Dependency] = ["Geo", "GeoMap", "GeoLocation", "GeoRegions", "GeoCore"]

let package = Package(
  name: "geoscript",
  products: [
    .library(name: "Geo", targets: ["Geo"]),
    .library(name: "GeoRegions", targets: ["GeoRegions"]),
    .executable(name: "geoscript", targets: ["geoscript"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    // C and C++ libraries, one thin face each.
    .systemLibrary(name: "CMachine"),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    .target(name: "CGeographicLib", linkerSettings: [.linkedLibrary("GeographicLib")]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // What loads a library when it is first needed: libcurl …
    .target(name: "CLoader"),
    .target(name: "CCurl", dependencies: ["CLoader"]),
    // … libsodium, for messages that are sealed, and libmosquitto …
    .target(name: "CSodium", dependencies: ["CLoader"]),
    .target(name: "CMosquitto", dependencies: ["CLoader"]),
    // … libnats, for streams of fixes …
    .target(name: "CNats", dependencies: ["CLoader"]),
    // … Cairo, Pango and what else draws …
    .target(name: "CCairo", dependencies: ["CLoader"]),
    // … and what hashes passwords.
    .target(name: "CCrypt", dependencies: ["CLoader"]),
    // The base map's data, by scripts/generate/world_map.
    .target(name: "CWorldMap", exclude: ["World.bin", "Places.bin", "Land.jpg"]),
    // The manual's pages, Sources/Manual/pages.
    .target(name: "CManual"),
    // The parts of pages.
    .target(name: "CPage", exclude: ["LICENSES.md", "Page"]),
    // The built-in gazetteer, by scripts/generate/gazetteer.sh.
    .target(
      name: "CGazetteer", exclude: ["Gazetteer.sqlite", "Gazetteer.pack", "LICENSES.md", "made-of.sha256"]),
    // toml++ is headers only.
    .target(name: "CTOML"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    // libosmium is headers only; what it inflates goes through zlib.
    .target(name: "COsmium", linkerSettings: [.linkedLibrary("z")]),
    // protozero, which comes with libosmium: headers only, too.
    .target(name: "CVectorTile"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // The core in four parts, and all of them under one name.
    .target(name: "GeoCore", dependencies: ["CGeographicLib", "CMachine"], swiftSettings: settings),
    .target(name: "GeoRegions", dependencies: ["GeoCore"], swiftSettings: settings),
    .target(
      name: "GeoLocation", dependencies: ["GeoRegions", "GeoCore", "CGeographicLib"], swiftSettings: settings),
    .target(name: "GeoMap", dependencies: ["GeoLocation", "GeoRegions", "GeoCore"], swiftSettings: settings),
    .target(
      name: "Geo", dependencies: ["GeoMap", "GeoLocation", "GeoRegions", "GeoCore"], exclude: ["LICENSES.md"],
      swiftSettings: settings),

    // What brings events to it: the forms of files, and where they come from.
    .target(
      name: "GeoFormats", dependencies: geo + ["CLibXML2", "CSimdJSON", "CSodium", "CZlib"],
      swiftSettings: settings),
    .target(
      name: "GeoFeeds",
      dependencies: geo + [
        "GeoFormats", "CCrypt", "CMachine", "CMosquitto", "CNats", "CSimdJSON",
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], swiftSettings: settings),

    // What lives longer than a run.
    .target(name: "SQLite", dependencies: ["GeoCore", "CSQLite"], swiftSettings: settings),
    .target(name: "GeoStore", dependencies: geo + ["SQLite", "CZlib"], swiftSettings: settings),
    .target(
      name: "GeoGazetteer",
      dependencies: geo + ["GeoFormats", "SQLite", "CGazetteer", "CMachine", "COsmium", "CSimdJSON"],
      swiftSettings: settings),

    // Pictures.
    .target(
      name: "GeoRender", dependencies: geo + ["CCairo", "COsmium", "CVectorTile", "CWorldMap"],
      exclude: ["LICENSES.md"], swiftSettings: settings),

    // Lua, and the bindings.
    .target(name: "LuaBridge", dependencies: ["CLuaBridge"], swiftSettings: settings),
    .target(name: "GeoLua", dependencies: geo + ["LuaBridge"], swiftSettings: settings),

    // The way out: the HTTP client, privacy zones, and the sinks of alerts.
    .target(
      name: "GeoDelivery",
      dependencies: geo + ["GeoLua", "GeoFeeds", "GeoFormats", "GeoStore", "LuaBridge", "CCurl", "CMachine"],
      swiftSettings: settings),

    // The host that plays the phone.
    .target(
      name: "GeoHost",
      dependencies: geo + [
        "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats", "GeoGazetteer", "GeoRender", "GeoStore",
        "LuaBridge",
        "CCurl", "CMachine", "CManual", "CTOML",
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: settings),
    // The page of a run, in a file or served.
    .target(
      name: "GeoPage",
      dependencies: geo + [
        "GeoHost", "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats", "GeoRender", "GeoStore", "LuaBridge",
        "CPage",
      ],
      swiftSettings: settings),
    // Beyond one machine: workers of a stream that others share, and what fills it.
    .target(
      name: "GeoCluster",
      dependencies: geo + [
        "GeoHost", "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats", "GeoStore", "LuaBridge",
      ],
      swiftSettings: settings),
    // What authors of scripts use: tests.
    .target(
      name: "GeoWorkshop",
      dependencies: geo + [
        "GeoHost", "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats", "GeoRender", "LuaBridge",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "geoscript",
      dependencies: geo + [
        "GeoCluster", "GeoPage", "GeoWorkshop", "GeoHost", "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats",
        "GeoGazetteer",
        "GeoStore", "LuaBridge",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "geobench",
      dependencies: geo + [
        "GeoHost", "GeoDelivery", "GeoLua", "GeoFeeds", "GeoFormats", "GeoGazetteer", "GeoRender", "GeoStore",
        "LuaBridge",
      ],
      swiftSettings: settings),

    // The example of Geo without Lua.
    .executableTarget(
      name: "geofence", dependencies: geo, path: "examples/swift", swiftSettings: settings),

    // What tests draw on.
    .target(
      name: "RecordingCanvas", dependencies: geo, path: "Tests/RecordingCanvas", swiftSettings: settings),
    .target(
      name: "GeoTesting", dependencies: ["GeoLocation", "GeoRegions", "GeoCore"], path: "Tests/GeoTesting",
      swiftSettings: settings),
    .target(name: "CommandTesting", path: "Tests/CommandTesting", swiftSettings: settings),
    .target(
      name: "FeedTesting", dependencies: geo + ["GeoFeeds", "GeoFormats", "CZlib"], path: "Tests/FeedTesting",
      swiftSettings: settings),
    .testTarget(name: "GeoCoreTests", dependencies: ["GeoCore", "GeoTesting"], swiftSettings: settings),
    .testTarget(
      name: "GeoRegionsTests", dependencies: ["GeoRegions", "GeoTesting"], swiftSettings: settings),
    .testTarget(
      name: "GeoLocationTests", dependencies: ["GeoLocation", "GeoTesting"], swiftSettings: settings),
    .testTarget(
      name: "GeoMapTests", dependencies: geo + ["GeoTesting", "RecordingCanvas"], swiftSettings: settings
    ),
    .testTarget(
      name: "GeoFormatsTests", dependencies: geo + ["GeoFormats", "GeoFeeds", "GeoTesting", "FeedTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "GeoFeedsTests", dependencies: geo + ["GeoFeeds", "GeoTesting", "FeedTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "GeoGazetteerTests", dependencies: geo + ["GeoGazetteer", "FeedTesting"], swiftSettings: settings),
    .testTarget(
      name: "GeoRenderTests", dependencies: geo + ["GeoRender", "GeoStore", "CCairo", "RecordingCanvas"],
      swiftSettings: settings),
    .testTarget(
      name: "GeoStoreTests", dependencies: geo + ["GeoFeeds", "GeoStore", "FeedTesting"],
      swiftSettings: settings),
    .testTarget(name: "LuaBridgeTests", dependencies: ["LuaBridge"], swiftSettings: settings),
    .testTarget(
      name: "GeoLuaTests", dependencies: geo + ["GeoLua", "RecordingCanvas"],
      swiftSettings: settings),
    .testTarget(
      name: "GeoDeliveryTests",
      dependencies: geo + [
        "GeoDelivery", "GeoFeeds", "GeoFormats", "GeoLua", "GeoStore", "geoscript", "CommandTesting",
        "FeedTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GeoHostTests",
      dependencies: geo + [
        "GeoPage", "GeoDelivery", "GeoHost", "geoscript", "CommandTesting", "FeedTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GeoClusterTests",
      dependencies: geo + [
        "GeoCluster", "GeoDelivery", "GeoHost", "GeoFeeds", "GeoStore", "geoscript", "CommandTesting",
        "FeedTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GeoPageTests",
      dependencies: geo + [
        "GeoPage", "GeoDelivery", "GeoHost", "GeoFeeds", "GeoFormats", "GeoLua", "GeoRender", "geoscript",
        "CommandTesting", "FeedTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GeoWorkshopTests",
      dependencies: geo + ["GeoWorkshop", "GeoHost", "GeoDelivery", "GeoLua", "LuaBridge"],
      swiftSettings: settings
    ),
    // The manual and the plan: what they cite is there.
    .testTarget(name: "ManualTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
