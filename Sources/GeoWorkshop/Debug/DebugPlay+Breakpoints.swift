import LuaBridge

/// What a breakpoint does where it is reached.
extension DebugPlay {
  /// Whether a breakpoint that was reached stops the script.
  func reaches(_ breakpoint: inout DebugBreakpoint, _ pause: LuaPause, _ frame: LuaFrame) -> Bool {
    if case .line = goal, breakpoint.hitRule == nil { return false }
    if let condition = breakpoint.condition {
      do {
        let holds = try pause.inspect { look in
          look.isTrue(try look.evaluate(condition, in: frame, isExpression: true))
        }
        guard holds else { return false }
      } catch {
        // A condition that fails must not pass for one that does not hold.
        say(.stderr, "condition \(condition): \(error)", at: frame)
      }
    }
    breakpoint.hits += 1
    if let rule = breakpoint.hitRule, !rule.holds(breakpoint.hits) { return false }
    guard let log = breakpoint.log else { return true }
    guard !isSilent else { return false }
    let texts = log.parts.map { part in
      switch part {
      case .text(let text): return text
      case .expression(let expression):
        return pause.inspect { look in
          do {
            let value = try look.evaluate(expression, in: frame, isExpression: true)
            return look.text(of: value, isQuoted: false)
          } catch { return "(\(error))" }
        }
      }
    }
    say(.stdout, texts.joined(), at: frame)
    return false
  }

  /// Says something after what the script has said before.
  private func say(_ category: DebugSession.Category, _ text: String, at frame: LuaFrame) {
    tell()
    if !isSilent { session.say(category, text, at: frame.file.map { ($0, frame.line) }) }
  }
}
