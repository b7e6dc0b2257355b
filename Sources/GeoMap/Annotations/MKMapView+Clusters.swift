/// Overlapping views: clustering ones are joined, others yield to views of higher priority.
///
/// Both depend only on what is in sight and where, and among equal views on the order of annotations.
///
/// - Source: Apple's MKAnnotationView.h, iOS 11; the grouping is ours.
extension MKMapView {
  /// Several annotations with one common view.
  struct Cluster {
    let annotation: MKClusterAnnotation
    let members: [MKAnnotationView]
    let view: MKAnnotationView
  }

  /// Returns the views to show among those at `places`, in the order of annotations, then clusters.
  func decluttered(_ places: [Int]) -> [DisplayedView] {
    var all: [DisplayedView] = []
    all.reserveCapacity(places.count)
    var clusters = !self.clusters.isEmpty
    var yields = false
    for place in places {
      guard let entry = annotationList.entries[place], let view = entry.view else { continue }
      view.cluster = nil
      clusters = clusters || view.clusteringIdentifier != nil
      yields = yields || view.displayPriority < MKFeatureDisplayPriorityRequired
      all.append(DisplayedView(view: view, point: entry.point, order: place))
    }
    if clusters {
      all = clustered(all)
      yields = all.contains { $0.view.displayPriority < MKFeatureDisplayPriorityRequired }
    }
    return yields ? withoutYielding(all) : all
  }

  /// Joins views with the same clustering identifier that overlap the first of their group.
  private func clustered(_ all: [DisplayedView]) -> [DisplayedView] {
    let candidates = all.indices.filter {
      let view = all[$0].view
      return view.clusteringIdentifier != nil && view !== selection?.view && view !== draggedView
        && !(view.annotation is MKClusterAnnotation)
    }
    var grid = FrameGrid(largest: all.largestSide)
    var groups: [[Int]] = []
    var numbers: [String: Int] = [:]
    for index in candidates {
      let view = all[index].view
      let number = numbers[view.clusteringIdentifier ?? "", default: numbers.count]
      numbers[view.clusteringIdentifier ?? ""] = number
      if let group = grid.first(overlapping: view.shape, group: number) {
        groups[group].append(index)
      } else {
        _ = grid.insert(view.shape, group: number)
        groups.append([index])
      }
    }
    groups.removeAll { $0.count < 2 }
    let formed = form(groups.map { group in group.map { all[$0].view } })
    let members = Set(groups.joined())
    return all.indices.filter { !members.contains($0) }.map { all[$0] }
      + zip(formed, groups).map { cluster, group in
        DisplayedView(
          view: cluster.view, point: MKMapPointForCoordinate(cluster.annotation.coordinate),
          order: all[group[0]].order)
      }
  }

  /// Makes the clusters for groups of views; those with unchanged members stay.
  private func form(_ groups: [[MKAnnotationView]]) -> [Cluster] {
    var before: [ObjectIdentifier: Cluster] = [:]
    for cluster in clusters { before[ObjectIdentifier(cluster.members[0])] = cluster }
    var formed: [Cluster] = []
    for members in groups {
      let key = ObjectIdentifier(members[0])
      let cluster: Cluster
      if let old = before[key], old.members.elementsEqual(members, by: ===) {
        before[key] = nil
        cluster = old
      } else {
        let annotation = clusterAnnotation(of: members.compactMap(\.annotation))
        cluster = Cluster(annotation: annotation, members: members, view: requestView(of: annotation))
        if let bubble = cluster.view as? ClusterBubble, let tint = members[0].tint { bubble.tint = tint }
      }
      for member in members { member.cluster = cluster.view }
      place(cluster.view, at: MKMapPointForCoordinate(cluster.annotation.coordinate))
      formed.append(cluster)
    }
    let old = clusters
    clusters = formed
    for cluster in old where before[ObjectIdentifier(cluster.members[0])] != nil {
      if isSelected(cluster.annotation) { deselect(animated: false) }
      cluster.annotation.observers.remove(self)
      leavingViews.append(cluster.view)
      needsLayout = true
    }
    return formed
  }

  private func clusterAnnotation(of members: [any MKAnnotation]) -> MKClusterAnnotation {
    var asked: MKClusterAnnotation?
    if let delegate, delegate.implements(.clusterAnnotationForMemberAnnotations) {
      report { asked = try delegate.mapView(self, clusterAnnotationForMemberAnnotations: members) }
    }
    let annotation = asked ?? MKClusterAnnotation(memberAnnotations: members)
    annotation.observers.add(self)
    return annotation
  }

  /// Removes the views that overlap one of higher display priority, or an equal one that came first.
  private func withoutYielding(_ all: [DisplayedView]) -> [DisplayedView] {
    var grid = FrameGrid(largest: all.largestSide)
    var isShown = [Bool](repeating: true, count: all.count)
    let byPriority = all.indices.sorted {
      let (a, b) = (all[$0].view.priorityInUse, all[$1].view.priorityInUse)
      return a != b ? a > b : $0 < $1
    }
    for index in byPriority {
      let view = all[index].view
      if view.priorityInUse < MKFeatureDisplayPriorityRequired, grid.first(overlapping: view.shape) != nil {
        isShown[index] = false
      } else {
        _ = grid.insert(view.shape)
      }
    }
    return all.indices.filter { isShown[$0] }.map { all[$0] }
  }
}

extension MKAnnotationView {
  /// The color of a pin or a marker.
  fileprivate var tint: UIColor? {
    (self as? MKPinAnnotationView)?.pinTintColor ?? (self as? MKMarkerAnnotationView)?.balloonColor
  }

  /// A selected or dragged view yields to none.
  fileprivate var priorityInUse: MKFeatureDisplayPriority {
    map?.selection?.view === self || map?.draggedView === self
      ? MKFeatureDisplayPriorityRequired : displayPriority
  }
}

extension [DisplayedView] {
  fileprivate var largestSide: Double {
    reduce(1) { Swift.max($0, $1.view.bounds.size.width, $1.view.bounds.size.height) }
  }
}
