/// Benchmarks: `geobench ROWS --data DIR --runs N` prints one JSON object a line.
@main
struct Geobench {
  static func main() {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "feeds": FeedRows.run(BenchArguments(words))
    default: BenchArguments.fail("usage: geobench feeds --data DIR [--runs N]", code: 64)
    }
  }
}
