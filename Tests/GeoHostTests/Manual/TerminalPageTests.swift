import LuaBridge
import Testing

@testable import GeoHost

/// How Markdown looks in a terminal.
@Suite struct TerminalPageTests {
  private func plain(_ text: String, width: Int = 40) -> String {
    TerminalPage(width: width, isPlain: true).text(of: .init(name: "a.md", text: text))
  }

  private func colored(_ text: String) -> String {
    TerminalPage(width: 40, isPlain: false).text(of: .init(name: "a.md", text: text))
  }

  @Test func wordsAreWrapped() {
    #expect(
      plain("One two three four five six seven\neight **nine** ten `run it`.")
        == "One two three four five six seven eight\nnine ten `run it`.\n")
  }

  @Test func headingsCodeAndListsAreSetApart() {
    let text =
      "# Title\nText.\n\n- one\n- two\n  more\n\n1. first\n\n```sh\nls  -l\n```\n<!-- a comment -->\n"
    #expect(plain(text) == "# Title\n\nText.\n\n- one\n- two more\n1. first\n\n    ls  -l\n")
  }

  @Test func aTerminalGetsColors() {
    #expect(colored("# Title") == "\u{1B}[1;4mTitle\u{1B}[0m\n")
    #expect(colored("## Part") == "\u{1B}[1mPart\u{1B}[0m\n")
    #expect(
      colored("**b** `c` [d](d.md)") == "\u{1B}[1mb\u{1B}[0m \u{1B}[36mc\u{1B}[0m \u{1B}[4md\u{1B}[0m\n")
    #expect(plain("See [x](https://x.org).") == "See x (https://x.org).\n")
  }

  @Test func aTableIsAlignedAndWrapped() {
    let text =
      "| a | meaning |\n|---|---|\n| `x\\|y` | one two three four five six seven eight |\n| z | nine |"
    #expect(
      plain(text, width: 30)
        == """
        a      meaning
        ─────  ───────────────────────
        `x|y`  one two three four five
               six seven eight
        z      nine

        """)
  }

  @Test func aTableWithoutRoomIsStacked() {
    let text = "| a | first | second |\n|---|---|---|\n| x | \(String(repeating: "long", count: 5)) | b |"
    #expect(
      plain(text, width: 24) == "x\n    first:\n    \(String(repeating: "long", count: 5))\n    second: b\n")
  }

  @Test func marksThatAreNotClosedStay() {
    #expect(plain("2 * 3 [a] `b") == "2 * 3 [a] `b\n")
  }
}
