import Geo

/// What answers where a position is: places in trees, areas under a grid, and their names, in bytes that are mapped
/// as they lie in a file.
///
/// It says nothing that the tables of the gazetteer do not say, and is made of them again where it is missing.
final class GazetteerPack {
  let settlements: PackLayer
  let postalAreas: PackLayer
  let interests: PackLayer
  let areas: PackList<PackArea>
  let map: AreaMap
  let facts: PackFacts
  private let owner: PackBytes
  private let strings: UnsafeRawBufferPointer
  private let zones: PackList<PackText>
  private let sources: PackList<PackText>

  /// - Returns: nil for bytes that are damaged, old, or of another build.
  init?(_ owner: PackBytes, build: String) {
    guard let sections = PackHeader.sections(of: owner.bytes, build: PackHash.hash(build)) else { return nil }
    func section(_ section: PackHeader.Section) -> UnsafeRawBufferPointer { sections[section.rawValue] }
    guard
      let settlements = PackLayer(
        nodes: section(.settlementNodes), leaves: section(.settlementLeaves), places: section(.settlements)),
      let postalAreas = PackLayer(
        nodes: section(.postalNodes), leaves: section(.postalLeaves), places: section(.postalAreas)),
      let interests = PackLayer(
        nodes: section(.interestNodes), leaves: section(.interestLeaves), places: section(.interests)),
      let facts = PackList<PackFacts>(section(.facts))[0]
    else { return nil }
    (self.settlements, self.postalAreas, self.interests) = (settlements, postalAreas, interests)
    // A pack that is too long to be hashed may say anything.
    guard facts.accuracy >= 0, facts.accuracy <= BorderAccuracy.greatest else { return nil }
    self.facts = facts
    self.owner = owner
    strings = section(.strings)
    zones = PackList(section(.zones))
    sources = PackList(section(.sources))
    areas = PackList(section(.areas))
    map = AreaMap(
      cells: PackList(section(.cells)), parts: PackList(section(.parts)), lists: PackList(section(.lists)),
      points: PackList(section(.points)))
  }

  /// An area by its number, which is one more than its place.
  @inline(__always)
  func area(_ number: UInt32) -> PackArea? { areas[Int(number) - 1] }

  func text(_ text: PackText) -> String? {
    guard text.length > 0, Int(text.offset) + Int(text.length) <= strings.count else { return nil }
    let bytes = strings[Int(text.offset)..<Int(text.offset) + Int(text.length)]
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  func zone(_ number: UInt16) -> String? { zones[Int(number) - 1].flatMap(text) }
  func attribution(_ number: UInt16) -> String? { sources[Int(number) - 1].flatMap(text) }
}
