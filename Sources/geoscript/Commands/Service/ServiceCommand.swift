import ArgumentParser

/// `geoscript service`.
struct ServiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "Run scripts as services of systemd.",
    discussion: """
      Examples:
        sudo geoscript service install home home.lua --from http://127.0.0.1:8080
        sudo systemctl daemon-reload
        sudo systemctl enable --now geoscript-home
        systemctl status geoscript-home
        geoscript doctor
      """,
    subcommands: [ServiceInstall.self])
}
