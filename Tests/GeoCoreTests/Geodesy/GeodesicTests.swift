import Testing

@testable import GeoCore

@Suite struct GeodesicTests {
  /// Latitude, longitude and azimuth at both ends, meters between.
  ///
  /// - Source: C. F. F. Karney, geographiclib 2.1 for Python (PyPI), test_geodesic.py, from GeodTest.dat, which was
  ///   computed with high precision arithmetic, doi:10.5281/zenodo.32156.
  static let rows: [[Double]] = [
    [35.60777, -139.44815, 111.09874842956033, -11.17491, -69.95921, 129.28927088970877, 8935244.56048183],
    [55.52454, 106.05087, 22.0200598809828, 77.03196, 197.18234, 109.11204111067151, 4105086.171392441],
    [-21.97856, 142.59065, -32.44456876433189, 41.84138, 98.56635, -41.84359951440466, 8394328.894657671],
    [-66.99028, 112.2363, 173.73491240878403, -12.70631, 285.90344, 2.512956620913668, 11150344.231208025],
    [-17.42761, 173.34268, -159.03355766119293, -15.84784, 5.93557, -20.78748465153699, 16076603.163118068],
    [32.84994, 48.28919, 150.492927788122, -56.28556, 202.29132, 48.11344939981676, 16727068.943816446],
    [6.96833, 52.74123, 92.58158538631771, -7.39675, 206.17291, 90.72169216592391, 17102477.249695837],
    [-50.56724, -16.30485, -105.43967990759016, -33.56571, -94.97412, -47.34854783565033, 6455670.511866869],
    [-58.93002, -8.90775, 140.96539790250068, -8.91104, 133.13503, 19.255429433416598, 11756066.021986462],
    [-68.82867, -74.28391, 93.77434776311487, -50.63005, -8.36685, 34.65564085411343, 3956936.926063544],
    [-10.62672, -32.0898, -86.42671328674776, 5.883, -134.31681, -80.47378097103487, 11470869.386456301],
    [-21.76221, 166.90563, 29.31942120693643, 48.72884, 213.97627, 43.50867194641017, 9098627.398655491],
    [-19.79938, -174.47484, 71.16727578017154, -11.99349, -154.35109, 65.58909977519923, 2319004.860116939],
    [-11.95887, -116.94513, 92.71261983045255, 4.57352, 7.16501, 78.64960934409585, 13834722.580140138],
    [-87.85331, 85.66836, -65.12031304024275, 66.48646, 16.09921, -4.888658719272296, 17286615.314714465],
    [1.74708, 128.32011, -101.58484363117385, -11.16617, 11.87109, -86.32579329643748, 12942901.124134742],
    [
      -25.72959, -144.90758, -153.6474686931172, -57.70581, -269.17879, -48.34398315887649, 9413446.745245311,
    ],
    [-41.22777, 122.32875, 14.285113402275739, -7.57291, 130.37946, 10.805303085187369, 3812686.035106021],
    [11.01307, 138.25278, 79.43682622782374, 6.62726, 247.05981, 103.70809021552266, 11911190.819018409],
    [-29.47124, 95.14681, -163.77913044168838, -27.46601, -69.15955, -15.90933594555497, 13487015.838114548],
  ]

  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  @Test(arguments: rows) func agreesWithKarneysRows(_ row: [Double]) {
    let (from, to) = (place(row[0], row[1]), place(row[3], row[4]))
    #expect(abs(Geodesic.distance(from: from, to: to) - row[6]) < 2e-8)
    let inverse = Geodesic.inverse(from: from, to: to)
    #expect(abs(inverse.distance - row[6]) < 2e-8)
    #expect(abs(inverse.initialAzimuth - row[2]) < 1e-12)
    #expect(abs(inverse.finalAzimuth - row[5]) < 1e-12)
    let direct = Geodesic.direct(from: from, azimuth: row[2], distance: row[6])
    #expect(abs(direct.destination.latitude - row[3]) < 1e-12)
    let turns = (direct.destination.longitude - row[4]) / 360
    #expect(abs(turns - turns.rounded()) < 1e-14)
    #expect(abs(direct.finalAzimuth - row[5]) < 1e-12)
  }

  @Test func antipodesAreHalfAMeridianApart() {
    // Twice the quarter meridian of WGS 84, 10 001 965.729 m (NIMA TR8350.2); the geodesic goes over a pole.
    #expect(abs(Geodesic.distance(from: place(0, 0), to: place(0, 180)) - 20_003_931.4586) < 1e-3)
    #expect(abs(Geodesic.distance(from: place(30, 10), to: place(-30, -170)) - 20_003_931.4586) < 1e-3)
  }

  @Test func thePolesAreOnePlaceAtEveryLongitude() {
    #expect(Geodesic.distance(from: place(90, 0), to: place(90, 123)) < 1e-8)
    #expect(abs(Geodesic.distance(from: place(90, 0), to: place(0, 77)) - 10_001_965.7293) < 1e-3)
    #expect(abs(Geodesic.distance(from: place(90, 0), to: place(-90, 0)) - 20_003_931.4586) < 1e-3)
  }

  @Test func the180thMeridianIsOneLine() {
    #expect(Geodesic.distance(from: place(10, 180), to: place(10, -180)) < 1e-8)
    let across = Geodesic.distance(from: place(0, 179.5), to: place(0, -179.5))
    // A degree of the equator: π/180 · 6378137 m.
    #expect(abs(across - 111_319.490793) < 1e-5)
  }

  @Test func zeroLengthIsZero() {
    #expect(Geodesic.distance(from: place(52, 13), to: place(52, 13)) == 0)
  }

  @Test func notANumberStaysNotANumber() {
    #expect(Geodesic.distance(from: place(.nan, 0), to: place(0, 0)).isNaN)
    #expect(Geodesic.distance(from: place(0, 0), to: place(0, .nan)).isNaN)
    #expect(Geodesic.distance(from: place(0, 0), to: place(91, 0)).isNaN)
  }
}
