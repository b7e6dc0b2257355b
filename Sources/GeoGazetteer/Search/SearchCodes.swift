import Geo

/// Codes and short names of countries and first-level areas that are missing in files of places.
///
/// - Source: ISO 3166-2 for Australia, Brazil, Canada, Germany; the numbers are GeoNames' admin1 codes.
enum SearchCodes {
  /// The area's code, then its names.
  private static let table = """
    US usa america
    GB uk greatbritain britain
    AE uae
    RU russia
    KR korea southkorea
    KP northkorea
    CZ czechrepublic
    NL holland
    CD drc drcongo
    AU.01 act
    AU.02 nsw
    AU.03 nt
    AU.04 qld
    AU.05 sa
    AU.06 tas
    AU.07 vic
    AU.08 wa
    CA.01 ab
    CA.02 bc
    CA.03 mb
    CA.04 nb
    CA.05 nl
    CA.07 ns
    CA.08 on
    CA.09 pe pei
    CA.10 qc pq
    CA.11 sk
    CA.12 yt
    CA.13 nt
    CA.14 nu
    DE.01 bw
    DE.02 by bavaria
    DE.03 hb
    DE.04 hh
    DE.05 he
    DE.06 ni
    DE.07 nrw nw
    DE.08 rp
    DE.09 sl
    DE.10 sh
    DE.11 bb
    DE.12 mv
    DE.13 sn
    DE.14 st
    DE.15 th
    DE.16 be
    BR.01 ac
    BR.02 al
    BR.03 ap
    BR.04 am
    BR.05 ba
    BR.06 ce
    BR.07 df
    BR.08 es
    BR.11 ms
    BR.13 ma
    BR.14 mt
    BR.15 mg
    BR.16 pa
    BR.17 pb
    BR.18 pr
    BR.20 pi
    BR.21 rj
    BR.22 rn
    BR.23 rs
    BR.24 ro
    BR.25 rr
    BR.26 sc
    BR.27 sp
    BR.28 se
    BR.29 go
    BR.30 pe
    BR.31 to
    GB.ENG england
    GB.SCT scotland
    GB.WLS wales
    GB.NIR northernireland nirland
    """

  private static let areasByName: [String: [SearchArea]] = {
    var areas: [String: [SearchArea]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for name in words.dropFirst() {
        areas[name, default: []].append(
          SearchArea(kind: words[0].contains(".") ? .region : .country, code: words[0]))
      }
    }
    return areas
  }()

  /// The short names of ISO 3166-1 that nobody else uses.
  private static let official = """
    BN Brunei Darussalam
    BO Bolivia, Plurinational State of
    BQ Bonaire, Sint Eustatius and Saba
    CD Congo
    CD Congo, Democratic Republic of the
    CD Congo, The Democratic Republic of the
    CG Congo
    CG Congo, Republic of the
    CV Cabo Verde
    FK Falkland Islands (Malvinas)
    FM Micronesia, Federated States of
    GB United Kingdom of Great Britain and Northern Ireland
    IR Iran, Islamic Republic of
    KP Korea, Democratic People's Republic of
    KR Korea, Republic of
    LA Lao People's Democratic Republic
    MD Moldova, Republic of
    MF Saint Martin (French part)
    NL Netherlands, Kingdom of the
    PS Palestine, State of
    RU Russian Federation
    SH Saint Helena, Ascension and Tristan da Cunha
    SX Sint Maarten (Dutch part)
    SY Syrian Arab Republic
    TW Taiwan, Province of China
    TZ Tanzania, United Republic of
    UM United States Minor Outlying Islands
    US United States of America
    VA Holy See (Vatican City State)
    VA Holy See
    VE Venezuela, Bolivarian Republic of
    VG Virgin Islands, British
    VI Virgin Islands, U.S.
    VN Viet Nam
    """

  private static let officialAreasByName: [String: [SearchArea]] = {
    var areas: [String: [SearchArea]] = [:]
    for line in official.split(separator: "\n") {
      let (code, name) = (String(line.prefix(2)), line.dropFirst(3))
      var spellings = [String(name)]
      // `Republic of Korea`.
      if let comma = name.firstIndex(of: ",") {
        spellings.append("\(name[comma...].dropFirst(2)) \(name[..<comma])")
      }
      for spelling in spellings {
        areas[SearchWords(spelling).key, default: []].append(SearchArea(kind: .country, code: code))
      }
    }
    return areas
  }()

  static let mostOfficialWords = 10

  /// The countries with an official name: for `Congo`, both.
  static func officialAreas(_ key: String) -> [SearchArea] { officialAreasByName[key] ?? [] }

  static func areas(_ key: String) -> [SearchArea] { areasByName[key] ?? [] }
}
