import Testing

@testable import GeoHost

/// The text format of Prometheus; the examples are those of its documentation
/// (prometheus.io/docs/instrumenting/exposition_formats).
@Suite struct PrometheusTextTests {
  @Test func aCounterWithLabelsIsWrittenAsDocumented() {
    var text = PrometheusText()
    text.begin("http_requests_total", .counter, "The total number of HTTP requests.")
    text.sample(1027, [("method", "post"), ("code", "200")])
    #expect(
      text.text == """
        # HELP http_requests_total The total number of HTTP requests.
        # TYPE http_requests_total counter
        http_requests_total{method="post",code="200"} 1027

        """)
  }

  @Test func labelsAreEscaped() {
    var text = PrometheusText()
    text.begin("msdos_file_access_time_seconds", .gauge, "x")
    text.sample(
      1.5, [("path", "C:\\DIR\\FILE.TXT"), ("error", "Cannot find file:\n\"FILE.TXT\"")])
    #expect(
      text.text.hasSuffix(
        #"{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\""} 1.5"# + "\n"))
  }

  @Test func infinityHasAName() {
    var text = PrometheusText()
    text.add("limit", .gauge, "x", .infinity)
    #expect(text.text.hasSuffix("limit +Inf\n"))
  }
}
