import Geo

/// Answers questions about positions: places in trees, areas under a grid, and their names, memory-mapped
/// from a file.
///
/// It holds only data from the gazetteer's tables, and is rebuilt from them if it is missing.
package final class GazetteerPack {
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
  // One thread at a time uses it, see ``Gazetteer``.
  private var areaNames: SharedTexts
  private var areaCodes: SharedTexts
  private var zoneNames: SharedTexts
  private var attributions: [SourceList: String] = [:]

  /// - Returns: nil for bytes that are damaged, old or from another build.
  init?(_ owner: PackBytes, build: String) {
    guard let sections = PackHeader.sections(of: owner.bytes, build: PackHash.hash(build)) else { return nil }
    func section(_ section: PackHeader.Section) -> UnsafeRawBufferPointer { sections[section.rawValue] }
    func layer(_ kind: PackLayerKind) -> PackLayer? {
      let (nodes, leaves, places) = kind.sections
      return PackLayer(nodes: section(nodes), leaves: section(leaves), places: section(places))
    }
    guard let settlements = layer(.settlements), let postalAreas = layer(.postalAreas),
      let interests = layer(.interests), let facts = PackList<PackFacts>(section(.facts))[0]
    else { return nil }
    (self.settlements, self.postalAreas, self.interests) = (settlements, postalAreas, interests)
    // A pack too long to be hashed is not trusted.
    guard facts.accuracy >= 0, facts.accuracy <= BorderAccuracy.greatest else { return nil }
    self.facts = facts
    self.owner = owner
    strings = section(.strings)
    zones = PackList(section(.zones))
    sources = PackList(section(.sources))
    areas = PackList(section(.areas))
    areaNames = SharedTexts(count: areas.count)
    areaCodes = SharedTexts(count: areas.count)
    zoneNames = SharedTexts(count: zones.count)
    map = AreaMap(
      cells: PackList(section(.cells)), parts: PackList(section(.parts)), lists: PackList(section(.lists)),
      points: PackList(section(.points)))
  }

  /// An area by its number, which is its place plus one.
  @inline(__always)
  func area(_ number: UInt32) -> PackArea? { areas[Int(number) - 1] }

  func text(_ text: PackText) -> String? {
    guard text.length > 0, Int(text.offset) + Int(text.length) <= strings.count else { return nil }
    let bytes = strings[Int(text.offset)..<Int(text.offset) + Int(text.length)]
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  func text(_ name: PackName) -> String? { name.short ?? name.long.flatMap(text) }

  /// Prefetches an area's name; any number is allowed.
  @inline(__always)
  func willSay(_ number: UInt32) {
    areas.willRead(Int(number) - 1)
    areaNames.willRead(Int(number))
  }

  func areaName(_ number: UInt32) -> String? {
    areaNames.text(Int(number)) { areas[$0].flatMap { text($0.name) } }
  }

  func areaCode(_ number: UInt32) -> String? {
    areaCodes.text(Int(number)) { areas[$0].flatMap { text($0.code) } }
  }

  func zone(_ number: UInt16) -> String? {
    zoneNames.text(Int(number)) { zones[$0].flatMap { text($0) } }
  }

  private static let mostAttributions = 1000

  /// The attributions of these sources, in order.
  func attribution(_ list: SourceList) -> String {
    if let known = attributions[list] { return known }
    var words: [String] = []
    for number in list.sorted {
      if let text = sources[Int(number) - 1].flatMap(text), !text.isEmpty, !words.contains(text) {
        words.append(text)
      }
    }
    // The same few sets of sources recur.
    if attributions.count >= GazetteerPack.mostAttributions { attributions = [:] }
    attributions[list] = words.joined(separator: "; ")
    return attributions[list] ?? ""
  }
}
