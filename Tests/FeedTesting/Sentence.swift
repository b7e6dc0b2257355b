/// A sentence with its checksum and line end.
package func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  let text = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(sum < 16 ? "0" : "")\(text)\r\n"
}
