import Geo
import Testing

@testable import GeoWorkshop

/// Zip archives of bundles. That others read them, `scripts/checks/why.py` checks.
@Suite struct ZipWriterTests {
  @Test func checksumsAreThoseOfTheStandard() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
    #expect(ZipWriter.checksum(Array("123456789".utf8)) == 0xcbf4_3926)
    #expect(ZipWriter.checksum([]) == 0)
  }

  @Test func anEmptyArchiveIsItsEndRecord() {
    // APPNOTE §4.3.16: the signature and 18 bytes.
    #expect(ZipWriter().archive == [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18))
  }

  @Test func aFileHasItsHeaderItsBytesAndAnEntry() throws {
    var writer = ZipWriter()
    try writer.add("ä/b.txt", Array("hello".utf8))
    let bytes = writer.archive
    // 30 bytes before a name of 8, 5 of content, 46 before the name again, 22 at the end.
    #expect(bytes.count == 30 + 8 + 5 + 46 + 8 + 22)
    #expect(Array(bytes[38..<43]) == Array("hello".utf8))
    // §4.4.4: bit 11 says that names are UTF-8.
    #expect(bytes[6] == 0 && bytes[7] == 8)
  }
}
