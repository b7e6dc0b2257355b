/// What a map's delegate is told of the tiles that are loaded for it.
struct MapLoading {
  /// Whether there is something new in sight that loads.
  var isWanted = false
  /// Whether the delegate has heard of a beginning and not of an end.
  var isUnderWay = false
  /// Whether it may be time to tell of the end.
  var isDue = false
  var hasFailed = false
  /// Whether the failures of the area in sight have been told.
  var hasTold = false
}

/// - Source: MV-22, F-4, MV-39: once per changed area, only for sources that load.
extension MKMapView {
  /// What of the map in sight is loaded, from the bottom up.
  private var loadedContent: [any TileLoading] {
    let scene = scene
    let base = scene.isReplaced(withLabels: false) ? nil : device?.screen.baseMap?.tiles
    let tiles = visibleRenderers(scene).compactMap { ($0 as? MKTileOverlayRenderer)?.tiles }
    return [base].compactMap { $0 } + tiles
  }

  /// Whom the sources of tiles in sight ask to be named.
  func tileAttributions(_ scene: MapScene) -> [String?] {
    visibleRenderers(scene).map { ($0 as? MKTileOverlayRenderer)?.tiles.source.attribution }
  }

  /// Hears when a layer has all its tiles.
  func watch(_ content: (any TileLoading)?) {
    guard let content else { return }
    loading.isWanted = true
    content.onSettled = { [weak self] in self?.loading.isDue = true }
  }

  /// Starts to load what a scene needs; returns whether all of it is there, or will never be.
  func loadContent(_ scene: MapScene) -> Bool {
    // What is hidden need not be loaded.
    var isReady = scene.isReplaced(withLabels: true) || (device?.screen.baseMap?.prepare(scene) ?? true)
    for renderer in visibleRenderers(scene) where !prepare(renderer, scene) { isReady = false }
    return isReady
  }

  /// Another area is seen, or something new in it: loads what it needs where the delegate wants to hear of that.
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

  /// Tells of the end of loading when it has come.
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

  /// Tells of the first tile that failed, once for each area.
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
