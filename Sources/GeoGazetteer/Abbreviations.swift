/// Abbreviations in names of places and streets: the short spelling, the full one, then other spellings.
///
/// - Source: USPS Publication 28, appendices C1 (street suffixes) and C2; OpenStreetMap wiki, "Name finder:
///   Abbreviations", for the other languages.
enum Abbreviations {
  static let directions = rows(
    """
    n north
    s south
    e east
    w west
    ne northeast
    nw northwest
    se southeast
    sw southwest
    """)

  /// Kinds of streets.
  static let streets = rows(
    """
    aly alley
    ave avenue av avda avenida aven
    blvd boulevard bd bvd boul bulevar
    cir circle
    cres crescent
    ct court
    ctr center centre
    dr drive
    expy expressway
    fwy freeway
    hts heights
    hwy highway
    ln lane
    pkwy parkway pky
    pl place platz plac plaza plads plass
    pt point port
    rd road
    sq square
    ter terrace
    """)

  /// Kinds of streets that only street names abbreviate.
  static let streetsOnly = rows(
    """
    av avenue
    gdns gardens
    gr grove
    plz plaza
    str strasse
    trl trail
    wy way
    """)

  static let others = rows(
    """
    st saint street sankt strasse str straat
    ste sainte
    sta santa
    sto santo
    mt mount
    mtn mountain
    ft fort
    brg bridge
    jct junction
    bldg building
    apt apartment
    fl floor
    rte route
    c calle carrer
    cd ciudad
    pza piazza
    pr prospekt prospect
    ul ulica ulitsa ulice
    ул улица
    пр проспект просп
    пл площадь
    пер переулок
    наб набережная
    ш шоссе
    1st first
    2nd second
    3rd third
    4th fourth
    5th fifth
    6th sixth
    7th seventh
    8th eighth
    9th ninth
    10th tenth
    """)

  private static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}
