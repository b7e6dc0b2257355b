/// Why one record of an input cannot be used.
package struct RecordFault: Error, Hashable, Sendable {
  /// The kind that faults are counted by: one of a few, whatever the input holds.
  package var kind: String
  /// What is wrong with this record, and what would be right.
  package var message: String

  package init(_ kind: String, _ message: String) { (self.kind, self.message) = (kind, message) }
}
