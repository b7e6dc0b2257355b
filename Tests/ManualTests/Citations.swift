/// Finds the numbers of rulings in a text: `CL-7`, and `S8` for sketches.
struct Citations {
  /// The letters that begin numbers.
  let prefixes: Set<String>

  /// Returns the numbers in a line, in order.
  func numbers(in line: ArraySlice<UInt8>) -> [String] {
    var numbers: [String] = []
    var place = line.startIndex
    while place < line.endIndex {
      guard isLetter(line[place]) else {
        // The rest of a word, or of a name with hyphens, does not begin a number.
        place = isPart(line[place]) ? endOfWord(line, place) : place + 1
        continue
      }
      let end = endOfWord(line, place)
      let word = String(decoding: line[place..<end], as: UTF8.self)
      if isNumber(word) { numbers.append(word) }
      place = end
    }
    return numbers
  }

  private func isNumber(_ word: String) -> Bool {
    let letters = String(word.prefix { $0.isASCII && $0.isUppercase })
    guard prefixes.contains(letters) else { return false }
    var rest = word.dropFirst(letters.count)
    if letters != "S" {
      guard rest.first == "-" else { return false }
      rest.removeFirst()
    }
    return (1...3).contains(rest.count) && rest.first != "0" && rest.allSatisfy(\.isNumber)
  }

  private func endOfWord(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    line[start...].firstIndex { !isPart($0) } ?? line.endIndex
  }

  private func isPart(_ byte: UInt8) -> Bool {
    isLetter(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == 95 || byte == 45
  }

  private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
}

/// Returns the part of a line that is a comment; of Lua and Markdown all of it, since names of specs cite too.
func citingPart(of line: ArraySlice<UInt8>, in path: String) -> ArraySlice<UInt8> {
  guard !path.hasSuffix(".lua"), !path.hasSuffix(".md") else { return line }
  if path.hasSuffix(".py") || path.hasSuffix(".sh") {
    return line.firstIndex(of: UInt8(ascii: "#")).map { line[$0...] } ?? []
  }
  let slash = UInt8(ascii: "/")
  return line.indices.first { line[$0] == slash && line[$0...].dropFirst().first == slash }
    .map { line[$0...] } ?? []
}
