import CCurl
import Geo
import GeoDelivery
import GeoRender
import Glibc

/// The libraries that are loaded when a run first needs them.
enum DoctorLibraries {
  static func all() -> [Finding] { [drawing(), curl(), mosquitto(), nats(), sodium(), apprise()] }

  private static func drawing() -> Finding {
    do throws(GeoError) {
      try DrawingLibraries.load()
    } catch {
      return Finding(
        .warn, "drawing", "the drawing libraries are missing: --map and geoscript draw do not work",
        advice: install(DrawingLibraries.packages))
    }
    let count = fontCount()
    guard count > 0 else {
      return Finding(
        .warn, "drawing", "no fonts are installed: pictures have no text",
        advice: install(["fonts-dejavu-core"])
      )
    }
    return Finding(.ok, "drawing", "Cairo and Pango are installed, with \(count) fonts")
  }

  /// The number of fonts that fontconfig knows; 0 without it.
  private static func fontCount() -> Int {
    guard let library = dlopen("libfontconfig.so.1", RTLD_NOW),
      let found = dlsym(library, "FcConfigGetFonts"),
      let begin = dlsym(library, "FcInit")
    else { return 0 }
    // <fontconfig/fontconfig.h>: FcBool FcInit(void); FcFontSet *FcConfigGetFonts(FcConfig *, FcSetName), whose first
    // member is `int nfont`.
    typealias Begin = @convention(c) () -> Int32
    typealias Fonts = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<Int32>?
    guard unsafeBitCast(begin, to: Begin.self)() != 0 else { return 0 }
    return Int(unsafeBitCast(found, to: Fonts.self)(nil, 0)?.pointee ?? 0)
  }

  private static func curl() -> Finding {
    guard let why = cc_load() else {
      return Finding(
        .ok, "libcurl", "is installed: alerts to https://, ntfy and mail, map tiles, geocoders on servers")
    }
    return Finding(
      .warn, "libcurl", "cannot be loaded (\(String(cString: why))): no alerts to https://, no map tiles",
      advice: install(["libcurl4"]))
  }

  private static func mosquitto() -> Finding {
    optional("libmosquitto", "libmosquitto.so.1", "sources and sinks mqtt:// and mqtts://", "libmosquitto1")
  }

  private static func nats() -> Finding {
    optional("libnats", "libnats.so.3.4", "geoscript gateway --to nats://", "libnats3.4")
  }

  private static func sodium() -> Finding {
    optional("libsodium", "libsodium.so.23", "encrypted OwnTracks messages, signed web hooks", "libsodium23")
  }

  private static func apprise() -> Finding {
    guard AppriseSink.program == nil else {
      return Finding(.ok, "apprise", "is installed: sinks apprise:…")
    }
    return Finding(.ok, "apprise", "is not installed; only sinks apprise:… need it (\(AppriseSink.advice))")
  }

  private static func optional(_ name: String, _ file: String, _ purpose: String, _ package: String)
    -> Finding
  {
    guard dlopen(file, RTLD_LAZY) == nil else { return Finding(.ok, name, "is installed: \(purpose)") }
    return Finding(.warn, name, "is missing; needed for \(purpose)", advice: install([package]))
  }

  private static func install(_ packages: [String]) -> String {
    "sudo apt-get install " + packages.joined(separator: " ")
  }
}
