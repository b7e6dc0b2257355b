/// What the reference says of NMEA 0183, for files and for what is live.
public enum NMEAReference {
  /// The kinds of sentences that are read.
  static let sentences: [(types: String, gives: String)] = [
    ("GGA", "position, altitude above the sea, quality, satellites, HDOP, geoid separation"),
    ("RMC", "position, speed, course, date, variation"),
    ("GNS", "as GGA, of several systems of satellites"),
    ("GLL", "position"),
    ("VTG", "speed, course"),
    ("GSA", "two or three dimensions, PDOP, HDOP, VDOP"),
    ("GST", "the errors that the receiver expects"),
    ("ZDA", "date"),
    ("HDT THS", "heading against true north"),
    ("HDG HDM", "heading against magnetic north; deviation and variation"),
  ]

  /// How sentences become events.
  public static let text = """
    | sentence | gives |
    |---|---|
    \(sentences.map { "| \(linked($0.types)) | \($0.gives) |" }.joined(separator: "\n"))

    Any talker (`GP`, `GN`, `GL`, `II` …) will do. Other sentences, those of makers (`$P…`) and AIS (`!…`) are passed over
    in silence. A wrong checksum and a field that cannot be read are counted with their line, and that sentence is not
    used; a sentence without a checksum is. A tag block may stand before a sentence; its time `c:` can tell the date. A
    sentence is also found behind bytes of something else on its line, such as UBX, where its checksum is right.

    **One fix a moment.** The sentences of one time make one fix. It is complete when the time changes; live it comes as
    soon as the sentence was heard that ended the last two rounds, at the latest \(Int(NMEADecoder.pause * 1000)) ms after the last byte.

    **Dates** are those of RMC and ZDA; years from 80 on are of the last century. At midnight the next day begins. Times
    before the first date get it as well. Without any, the day is that of `--start`, else 1970-01-01; live it is the one
    at which the time is nearest to the clock. Live, a date that is behind by just 1024 weeks, or a multiple, is moved on
    by them: such a receiver's count of weeks has run over. In files dates stand as they are.

    **Accuracy.** `horizontalAccuracy` is √(latitude² + longitude²) of GST's errors, `verticalAccuracy` its altitude's.
    Without GST they are HDOP and VDOP × \(number(1, quality: 1)) m, × \(number(1, quality: 2)) m with corrections (quality 2 to 5 and 9): the ratio is that
    of gpsd, 15 m to 3.75 m. Speed is knots × 1852 / 3600. With two dimensions a fix has no altitude.

    **A lost fix**, which is quality 0, status V or mode N, is an error event, `kCLErrorLocationUnknown`, once until there
    is a fix again.

    **Headings** need the other north as well: the variation of HDG or RMC gives it, else for HDT and THS the magnetic model.

    **Attributes** of form `nmea`, whenever one of them changes: `quality` (GGA's indicator), `fix` (`2d`, `3d`, `none`),
    `satellites`, `hdop`, `vdop`, `pdop`, `geoidSeparation` in metres.
    """

  private static func linked(_ types: String) -> String {
    types.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
  }

  private static func number(_ dilution: Double, quality: Int) -> String {
    InputField.number(NMEAPrecision.accuracy(dilution, quality: quality))
  }

  /// What a file of it looks like.
  package static let sample = """
    $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
    $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
    """
}
