/// What adds metrics of its own to those of a run; any thread may ask it.
package protocol RunMeter: Sendable {
  /// Writes its metrics after those of the run.
  func write(to text: inout PrometheusText)
}
