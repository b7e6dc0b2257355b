/// Why one record of an input cannot be used.
package struct RecordFault: Error, Hashable, Sendable {
  /// The category for counting faults; there are only a few categories, whatever the input contains.
  package var kind: String
  /// What is wrong with this record, and what would be correct.
  package var message: String

  package init(_ kind: String, _ message: String) { (self.kind, self.message) = (kind, message) }
}
