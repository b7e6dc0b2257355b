extension WorldMagneticModel {
  /// One line of the published table.
  struct Coefficients {
    let n: Int
    let m: Int
    /// In nanotesla, and its change in nanotesla a year.
    let g: Double
    let h: Double
    let gRate: Double
    let hRate: Double

    init(_ n: Int, _ m: Int, _ g: Double, _ h: Double, _ gRate: Double, _ hRate: Double) {
      self.n = n
      self.m = m
      self.g = g
      self.h = h
      self.gRate = gRate
      self.hRate = hRate
    }
  }

  /// One line with the factors of the recursion for its Legendre function.
  struct Term {
    let g: Double
    let h: Double
    let gRate: Double
    let hRate: Double
    /// Factor of the function of degree n − 1; if n = m, of the one of degree and order m − 1.
    let along: Double
    /// Factor of the function of degree n − 2.
    let back: Double
    /// √(n² − m²), for the derivative.
    let root: Double

    init(_ line: Coefficients) {
      (g, h, gRate, hRate) = (line.g, line.h, line.gRate, line.hRate)
      let (n, m) = (Double(line.n), Double(line.m))
      root = (n * n - m * m).squareRoot()
      if line.n == line.m {
        along = ((2 * m - 1) / (2 * m)).squareRoot()
        back = 0
      } else {
        along = (2 * n - 1) / root
        back = ((n - 1) * (n - 1) - m * m).squareRoot() / root
      }
    }
  }

  /// All terms, by order, as they are summed; computed once.
  static let terms: [Term] = (0...degree).flatMap { m in
    published.filter { $0.m == m }.sorted { $0.n < $1.n }.map(Term.init)
  }
}
