/// At most 60 letters of a text for a message, without terminal control sequences.
package func excerpt(_ text: String) -> String {
  let limit = 60
  let start = PlainText.line(String(text.prefix(limit + 1)))
  return start.count > limit ? start.prefix(limit) + "…" : start
}

/// The same for bytes of any content.
package func excerpt(_ bytes: some Collection<UInt8>) -> String {
  // A letter may have many bytes, but 1000 suffice for 60 letters.
  excerpt(String(decoding: bytes.prefix(1000), as: UTF8.self))
}
