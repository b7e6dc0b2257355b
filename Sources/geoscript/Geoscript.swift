import ArgumentParser

@main
struct Geoscript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geoscript", abstract: "Location scripts in Lua, on live or replayed tracks.")
}
