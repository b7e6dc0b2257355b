import GeoCore
public import GeoLocation

/// A map view that provides its overlays and annotations for a picture of any area.
extension MKMapView {
  /// Starts to load what a picture of a scene needs; returns whether everything is loaded or has failed.
  func prepareSnapshot(_ scene: MapScene) -> Bool {
    layoutIfNeeded()
    return reading(scene.viewport) {
      layoutOverlays()
      return loadContent(scene)
    }
  }

  /// Draws a scene with its views and renderers; requests missing ones from the delegate.
  ///
  /// The map keeps its own area unaffected: no callback reports a change, and visible annotations keep their
  /// views. If a script reads the area during its drawing, it gets that of the scene.
  func drawSnapshot(_ scene: MapScene, in context: CGContext) {
    layoutIfNeeded()
    let (shown, views) = (annotationList.shown, annotationLayer.subviews)
    isLent = true
    reading(scene.viewport) {
      layoutAnnotations()
      layoutOverlays()
      layoutTree { device?.hooks.onError?($0) }
      var scene = scene
      scene.labels = labelSpace(scene, covered: [attributionFrame(scene, in: context)].compactMap { $0 })
      let titles = placeTitles(&scene, in: context)
      draw(scene, in: context) {
        drawAnnotations(scene, titles, in: context)
        drawAttributions(scene, in: context)
      }
    }
    isLent = false
    annotationLayer.show(views)
    annotationList.setShown(Set(shown + annotationList.shown).sorted())
    needsLayout = true
    layoutIfNeeded()
  }
}

extension MKMapSnapshotOptions {
  /// Draws the snapshot; nil if something it needs is missing and there is time to wait.
  ///
  /// - Errors: ``GeoError`` for options that make no picture, and if nothing can be drawn.
  func snapshot(
    on device: Device, mayWait: Bool, _ refusal: ((Int) -> String?)?
  ) throws(GeoError) -> MKMapSnapshot? {
    if let flaw { throw GeoError(.data, flaw) }
    guard let maker = device.screen.canvasFactory else {
      throw GeoError(.unavailable, "pictures cannot be drawn here")
    }
    let canvas = try maker.makeCanvas(size: size, scale: scale)
    let bytes = 4 * size.width * size.height * scale * scale
    if let why = refusal?(Int(bytes)) { throw GeoError(.data, why) }
    // A map that has left the screen provides nothing.
    let map = mapView.flatMap { $0.device === device ? $0 : nil } ?? MKMapView(nil, device)
    var isReady = map.prepareSnapshot(scene(of: map))
    if !isReady, let awaitTiles = device.screen.awaitTiles {
      awaitTiles()
      isReady = map.prepareSnapshot(scene(of: map))
    }
    guard isReady || !mayWait else { return nil }
    // Computed again: overlays that were just added may hide the map below them.
    let scene = scene(of: map)
    map.drawSnapshot(scene, in: CGContext(canvas))
    return MKMapSnapshot(try maker.image(of: canvas), scene.viewport)
  }

  private func scene(of map: MKMapView) -> MapScene {
    var scene = MapScene(viewport)
    scene.contentScale = scale
    scene.replaced = map.replacedParts(scene)
    scene.mapType = mapType
    scene.isDark = map.isDark
    scene.showsGraticule = map.showsGraticule
    scene.showsPointsOfInterest = showsPointsOfInterest
    return scene
  }
}

extension Screen {
  package func finishSnapshots() {
    // Also makes snapshots that handlers request; the chain is limited.
    for _ in 0..<Screen.mostLastSnapshots {
      guard let next = snapshotters.first else { return }
      do { try next.work(mayWait: false) } catch { device.hooks.onError?(error) }
      device.deliver()
      device.hooks.rare.continueTasks?()
    }
  }

  private static let mostLastSnapshots = 1000
}

extension Device {
  /// The number of snapshots in progress.
  public var snapshotCount: Int { madeScreen?.snapshotters.count ?? 0 }

  /// Counts a snapshot requested now.
  ///
  /// - Errors: ``GeoError`` if so many were requested at one time of the clock that it would never advance.
  func countSnapshot() throws(GeoError) {
    let screen = screen
    if screen.snapshotBurst.time != clock.now { screen.snapshotBurst = (clock.now, 0) }
    screen.snapshotBurst.count += 1
    guard screen.snapshotBurst.count <= Device.mostSnapshotsAtOnce else {
      throw GeoError(
        .data,
        "\(Device.mostSnapshotsAtOnce) snapshots were requested at one moment of the device's clock "
          + "(does each of them request the next?)")
    }
  }

  private static let mostSnapshotsAtOnce = 2000
}
