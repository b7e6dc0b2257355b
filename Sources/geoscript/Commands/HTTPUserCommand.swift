import ArgumentParser
import Geo
import GeoFeeds
import Glibc

/// `geoscript http-user`.
struct HTTPUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "http-user",
    abstract: "Create a login: a line for the file of run --http-users.",
    discussion: """
      Asks for a password, or reads it from standard input, and prints name:hash.
      The hash is yescrypt, by libcrypt; lines from `htpasswd -nB` also work.

      Examples:
        geoscript http-user jane >> users
        geoscript run fleet.lua --from http://0.0.0.0:8080 --http-users users
      """)

  @Argument(help: "The name the user logs in with.")
  var name: String

  func run() throws {
    print(try PasswordFile.line(name: name, password: try password()))
  }

  private func password() throws -> String {
    var settings = termios()
    let isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &settings) == 0
    if isTerminal {
      prompt("Password for \(name): ")
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    defer {
      if isTerminal {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        prompt("\n")
      }
    }
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw GeoError(.usage, "no password came on standard input")
    }
    return line
  }

  private func prompt(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
