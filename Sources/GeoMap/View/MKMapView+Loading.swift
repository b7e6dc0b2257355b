/// The state of a map's delegate calls about loading tiles.
struct MapLoading {
  /// Whether there is new loading content in sight.
  var isWanted = false
  /// Whether the delegate was notified of a beginning but not of an end.
  var isUnderWay = false
  /// Whether it may be time to report the end.
  var isDue = false
  var hasFailed = false
  /// Whether the failures of the visible area have been reported.
  var hasTold = false
}

/// - Source: MV-22, F-4, MV-39: once per changed area, only for sources that load.
extension MKMapView {
  /// The loading content in sight, from the bottom up.
  private var loadedContent: [any TileLoading] {
    let scene = scene
    let base = scene.isReplaced(withLabels: false) ? nil : device?.screen.baseMap?.tiles
    let tiles = visibleRenderers(scene).compactMap { ($0 as? MKTileOverlayRenderer)?.tiles }
    return [base].compactMap { $0 } + tiles
  }

  /// The attributions of the visible tiles' sources.
  func tileAttributions(_ scene: MapScene) -> [String?] {
    visibleRenderers(scene).map { ($0 as? MKTileOverlayRenderer)?.tiles.source.attribution }
  }

  /// Observes when a layer has all its tiles.
  func watch(_ content: (any TileLoading)?) {
    guard let content else { return }
    loading.isWanted = true
    content.onSettled = { [weak self] in self?.loading.isDue = true }
  }

  /// Starts to load what a scene needs; returns whether everything is loaded or has failed.
  func loadContent(_ scene: MapScene) -> Bool {
    // Hidden content need not be loaded.
    var isReady = scene.isReplaced(withLabels: true) || (device?.screen.baseMap?.prepare(scene) ?? true)
    for renderer in visibleRenderers(scene) where !prepare(renderer, scene) { isReady = false }
    return isReady
  }

  /// Handles a new visible area or new content: loads what it needs if the delegate wants to be notified.
  func startLoading() {
    loading.isWanted = false
    loading.hasTold = false
    loading.hasFailed = false
    guard let delegate,
      [.mapViewWillStartLoadingMap, .mapViewDidFinishLoadingMap, .mapViewDidFailLoadingMap].contains(
        where: delegate.implements)
    else { return }
    if let base = device?.screen.baseMap?.tiles { watch(base) }
    loading.isWanted = false
    let content = loadedContent
    guard !content.isEmpty else { return }
    if !loading.isUnderWay {
      loading.isUnderWay = true
      if delegate.implements(.mapViewWillStartLoadingMap) { queue(.startLoading) }
    }
    for renderer in visibleRenderers(scene) where renderer is MKTileOverlayRenderer {
      _ = prepare(renderer, scene)
    }
    if let base = device?.screen.baseMap, base.tiles != nil { _ = base.prepare(scene) }
    loading.isDue = true
  }

  /// Reports the end of loading when it has come.
  func finishLoading() {
    loading.isDue = false
    let content = loadedContent
    guard loading.isUnderWay, content.allSatisfy(\.isSettled) else { return }
    loading.isUnderWay = false
    if content.contains(where: { $0.failure != nil }) {
      reportFailure()
    } else if delegate?.implements(.mapViewDidFinishLoadingMap) == true {
      queue(.finishLoading)
    }
  }

  /// Reports the first failed tile, once for each area.
  func reportFailure() {
    guard !loading.hasTold else { return }
    let failed = loadedContent.compactMap { content in content.failure.map { (content, $0) } }
    guard let first = failed.first else { return }
    loading.hasTold = true
    loading.hasFailed = true
    if let delegate, delegate.implements(.mapViewDidFailLoadingMap) {
      queue(.failLoading(first.1))
    } else {
      for (content, error) in failed { content.report(error) }
    }
  }
}
