import GeoCluster
import GeoHost
import GeoPage

/// Puts the modules above ``GeoHost`` together: none of them knows another.
extension RunModules {
  /// All that a run of the command may need.
  static let all = RunModules(workOnStream: Run.workOnStream, pages: Pages())
}
