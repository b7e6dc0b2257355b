import Testing

@testable import GeoCore

@Suite struct WorldMagneticModelTests {
  private func field(_ latitude: Double, _ longitude: Double, _ altitude: Double = 0, _ year: Double = 2026)
    -> WorldMagneticModel.Field
  {
    WorldMagneticModel.field(
      at: CLLocationCoordinate2DMake(latitude, longitude), altitude: altitude, year: year)
  }

  @Test func allPublishedValuesAreMet() {
    #expect(MagneticTestValues.rows.count == 100)
    for row in MagneticTestValues.rows {
      let field = field(row.latitude, row.longitude, row.altitude * 1000, row.year)
      // Half of the last digit that is printed.
      #expect(abs(field.declination - row.declination) <= 0.005, "\(row)")
      #expect(abs(field.inclination - row.inclination) <= 0.005, "\(row)")
      #expect(abs(field.horizontal - row.horizontal) <= 0.051, "\(row)")
      #expect(abs(field.total - row.total) <= 0.051, "\(row)")
    }
  }

  @Test func theComponentsAreThoseOfTheReport() {
    for row in MagneticTestValues.components {
      let field = field(row[2], row[3], row[1] * 1000, row[0])
      #expect(abs(field.declination - row[4]) <= 0.005, "\(row)")
      #expect(abs(field.north - row[5]) <= 0.05, "\(row)")
      #expect(abs(field.east - row[6]) <= 0.05, "\(row)")
      #expect(abs(field.down - row[7]) <= 0.05, "\(row)")
    }
  }

  @Test(arguments: [90.0, -90])
  func aPoleHasOneFieldWhicheverMeridianLeadsThere(latitude: Double) {
    let along = field(latitude, 0)
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      let here = field(latitude, longitude)
      #expect(abs(here.horizontal - along.horizontal) < 1e-6)
      #expect(abs(here.down - along.down) < 1e-6)
      // North turns with the meridian: toward the east at the north pole, against it at the south pole.
      let turn = here.declination - along.declination - (latitude > 0 ? longitude : -longitude)
      #expect(abs(turn - (turn / 360).rounded() * 360) < 1e-6, "\(longitude)")
    }
  }

  @Test(arguments: [90.0, -90])
  func nothingJumpsAtAPole(latitude: Double) {
    let pole = field(latitude, 33)
    let beside = field(latitude * (1 - 1e-9), 33)
    #expect(abs(pole.north - beside.north) < 1e-3)
    #expect(abs(pole.east - beside.east) < 1e-3)
    #expect(abs(pole.down - beside.down) < 1e-3)
  }

  @Test(arguments: [-89.0, -45, 0, 12, 60, 89])
  func bothSidesOfTheAntimeridianAreTheSame(latitude: Double) {
    let east = field(latitude, 180)
    for longitude in [-180.0, 540, -540] {
      let west = field(latitude, longitude)
      #expect(abs(east.north - west.north) < 1e-6)
      #expect(abs(east.east - west.east) < 1e-6)
      #expect(abs(east.down - west.down) < 1e-6)
    }
    #expect(abs(east.declination - field(latitude, 179.999999).declination) < 1e-4)
    #expect(abs(east.declination - field(latitude, -179.999999).declination) < 1e-4)
  }

  @Test func modelIsExtrapolatedLinearlyOutsideItsYears() {
    // North, east and down are linear in time.
    let (a, b, c) = (field(45, 14, 0, 2025), field(45, 14, 0, 2030), field(45, 14, 0, 2040))
    #expect(abs((c.east - b.east) - 2 * (b.east - a.east)) < 1e-6)
    #expect(WorldMagneticModel.validYears.contains(2029.999))
    #expect(!WorldMagneticModel.validYears.contains(2030))
    #expect(!WorldMagneticModel.validYears.contains(2024.999))
  }

  @Test func invalidCoordinatesHaveNoDeclination() {
    #expect(field(.nan, 0).declination.isNaN)
    #expect(field(0, .nan).declination.isNaN)
    #expect(field(0, 0, .nan).declination.isNaN)
    #expect(field(0, 0, 0, .nan).declination.isNaN)
  }
}

@Suite struct DecimalYearTests {
  /// Seconds since 1970 by Python's calendar.timegm.
  @Test(arguments: [
    (1_735_689_600.0, 2025.0), (1_751_457_600, 2025.5), (1_846_108_800, 2028.5), (1_893_456_000, 2030),
    (0, 1970), (-31_536_000, 1969),
  ])
  func yearsGoByTheirOwnLength(seconds: Double, year: Double) {
    #expect(abs(NSDate(timeIntervalSince1970: seconds).decimalYear - year) < 1e-12)
  }

  @Test func whatIsNoDateHasNoYear() {
    #expect(NSDate(timeIntervalSince1970: .nan).decimalYear.isNaN)
    #expect(NSDate(timeIntervalSince1970: 1e300).decimalYear.isNaN)
  }
}
