@main
struct Geobench {
  static func main() {}
}
