import ArgumentParser

/// `geoscript page`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write a page that shows what happened and why, or share a served one.",
    usage: """
      geoscript page <script> --from <source> ... --output <file> [<options>]
      geoscript page share <device> --until <time> --state <dir>
      geoscript page unshare <device> --state <dir>
      """,
    discussion: """
      geoscript page SCRIPT … -o FILE is the same as
      geoscript run SCRIPT … --page FILE and takes all options of run: see
      geoscript page write --help. share makes a link that shows one device of a
      page that a run serves.
      More: geoscript docs page.

      Examples:
        geoscript page walk.lua --from track.gpx -o day.html
        geoscript page share rex --until 18:00 --state ./state
        geoscript page unshare rex --state ./state
      """,
    subcommands: [PageWrite.self, PageShare.self, PageUnshare.self], defaultSubcommand: PageWrite.self)
}
