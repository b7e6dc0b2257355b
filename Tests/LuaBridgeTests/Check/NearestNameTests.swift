import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite struct Nearest {
    @Test(arguments: [
      ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("fitler", "filter", 1),
      ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func distanceCountsEditsAndSwaps(first: String, second: String, edits: Int) {
      #expect(NearestName.distance(first, second) == edits)
      #expect(NearestName.distance(second, first) == edits)
    }

    @Test func distanceStopsBeyondItsLimit() {
      #expect(NearestName.distance("kitten", "sitting", limit: 1) == 2)
      #expect(NearestName.distance("a", "abcdef", limit: 2) == 3)
    }

    @Test func theFewestEditsWin() {
      #expect(
        NearestName.find("distanceFitler", among: ["distanceFilters", "distanceFilter", "delegate"])
          == "distanceFilter")
    }

    @Test func caseBreaksATie() {
      #expect(NearestName.find("Center", among: ["renter", "center"]) == "center")
    }

    @Test func caseAloneIsAlwaysNear() {
      #expect(NearestName.find("cllocationmanager", among: ["CLLocationManager"]) == "CLLocationManager")
    }

    @Test func orderOfCandidatesDoesNotMatter() {
      #expect(NearestName.find("abcd", among: ["abcx", "abcy"]) == "abcx")
      #expect(NearestName.find("abcd", among: ["abcy", "abcx"]) == "abcx")
    }

    @Test func farNamesAreNoAdvice() {
      #expect(NearestName.find("foo", among: ["distanceFilter", "bar"]) == nil)
      #expect(NearestName.advice("foo", among: ["bar"]) == "")
      #expect(NearestName.advice("frane", among: ["frame"]) == " (did you mean 'frame'?)")
    }
  }
}
