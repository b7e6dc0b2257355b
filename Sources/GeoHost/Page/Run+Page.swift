import Geo
import GeoFeeds

extension Run {
  /// The page in a file, checked before anything is read; nil without one.
  ///
  /// - Errors: those of ``PageMaker``.
  func pageFile() throws(GeoError) -> (any PageDisplay)? {
    guard case .file(let path)? = options.page?.place else { return nil }
    return try pageMaker.file(path, of: self)
  }

  /// Begins to serve the page; nil without one.
  ///
  /// - Errors: those of ``PageMaker``.
  func servePage(
    _ addresses: [SourceAddress], _ metrics: RunMetrics?
  ) throws(GeoError) -> (any PageDisplay)? {
    guard let page = options.page, case .server(let door) = page.place else { return nil }
    return try pageMaker.server(page, at: door, of: self, sources: addresses, metrics: metrics)
  }

  /// - Errors: ``GeoError`` `usage` where nothing makes pages.
  private var pageMaker: any PageMaker {
    get throws(GeoError) {
      guard let pages = modules.pages else { throw GeoError(.usage, "--page works only with geoscript run") }
      return pages
    }
  }

  /// Whether events come as they happen: from live sources, or from the page alone.
  func isLive(_ addresses: [SourceAddress]) -> Bool {
    addresses.contains(where: \.isLive) || (addresses.isEmpty && options.page?.takesEvents == true)
  }
}
