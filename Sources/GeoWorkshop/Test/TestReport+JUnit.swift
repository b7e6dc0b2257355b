import Geo

extension TestReport {
  /// The report as JUnit XML, one suite for each file.
  ///
  /// - Source: the schema of Jenkins' xunit plugin (junit-10.xsd), as junitparser reads it.
  package var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = outcomes.filter { !$0.isPassed && $0.failure?.isError == true }.count + broken.count
    text +=
      "<testsuites tests=\"\(outcomes.count + broken.count)\" failures=\"\(failedCount + broken.count - errors)\" "
      + "errors=\"\(errors)\" time=\"\(fixed(seconds, 3))\">\n"
    for (number, file) in files.enumerated() {
      let tests = outcomes.filter { $0.file == number }
      guard !tests.isEmpty else { continue }
      text += suite(file, tests)
    }
    for file in broken {
      let name = TestReport.escaped(file.path)
      text += "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"1\" time=\"0.000\">\n"
      text += "    <testcase classname=\"\(name)\" name=\"loads\" time=\"0.000\">\n"
      text += "      <error message=\"\(TestReport.escaped("\(file)"))\" type=\"broken\"></error>\n"
      text += "    </testcase>\n  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func suite(_ file: TestFile, _ tests: [TestOutcome]) -> String {
    let failed = tests.filter { !$0.isPassed }
    let errors = failed.filter { $0.failure?.isError == true }.count
    let name = TestReport.escaped(file.path)
    var text =
      "  <testsuite name=\"\(name)\" tests=\"\(tests.count)\" failures=\"\(failed.count - errors)\" errors=\"\(errors)\" "
      + "time=\"\(fixed(tests.reduce(0) { $0 + $1.seconds }, 3))\">\n"
    for test in tests {
      text +=
        "    <testcase classname=\"\(name)\" name=\"\(TestReport.escaped(test.name))\" file=\"\(name)\" "
        + "line=\"\(test.line)\" time=\"\(fixed(test.seconds, 3))\""
      guard !test.isPassed, let failure = test.failure else {
        guard let warning = warning(of: test) else {
          text += "/>\n"
          continue
        }
        text += ">\n      <system-out>\(TestReport.escaped(warning))</system-out>\n    </testcase>\n"
        continue
      }
      let element = failure.isError ? "error" : "failure"
      let lines = failureLines(of: test).map { TestReport.escaped($0) }.joined(separator: "\n")
      text += ">\n      <\(element) message=\"\(TestReport.escaped(failure.message))\" type=\"\(element)\">"
      text += "\(lines)</\(element)>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  /// A text without what XML 1.0 cannot hold.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += " "
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
