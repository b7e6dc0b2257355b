import CommandTesting
import Foundation
import Testing

/// Scripts that ask too much of a map.
@Suite struct HostileMapScriptTests {
  private static let start = """
    local map = MKMapView.new{ frame = CGRectMake(0, 0, 800, 600) }
    local function at(x) return CLLocationCoordinate2DMake(0, x) end
    local a, b = MKPointAnnotation(at(0), "a"), MKPointAnnotation(at(1), "b")
    local text = ("x"):rep(1e5)
    """

  @Test(arguments: [
    (
      "local c = MKClusterAnnotation{ a } print(pcall(MKClusterAnnotation, { a, c }))",
      "is a cluster: pass its memberAnnotations"
    ),
    ("for i = 1, 1e6 do map:addAnnotation(MKClusterAnnotation{ a }) end", "not enough memory"),
    (
      "for i = 1, 1e4 do local p = MKPointAnnotation(at(0), text .. i) map:addAnnotation(p) end",
      "not enough memory"
    ),
    ("for i = 1, 1e4 do local l = UILabel() l.text = text .. i map:addSubview(l) end", "not enough memory"),
    ("for i = 1, 1e4 do map:addOverlay(MKTileOverlay(text .. i)) end", "not enough memory"),
    (
      """
      local line = '{"type":"LineString","coordinates":[' .. ("[1,2],"):rep(60000) .. '[1,2]]}'
      MKGeoJSONDecoder():geoJSONObjectsWithData(line)
      """, "(--max-memory-device"
    ),
    ("for i = 1, 1e4 do map:registerClass(MKPinAnnotationView, text .. i) end", "not enough memory"),
    ("local b = UIButton() for i = 1, 1e4 do b:setTitle(text .. i, i) end", "not enough memory"),
    ("local v = UIView() for i = 1, 1e5 do local w = UIView() w:addSubview(v) v = w end", "at most 200 deep"),
    (
      "local r = { at(0), at(1), at(2) } local p = MKPolygon(r) for i = 1, 1e5 do p = MKPolygon(r, { p }) end",
      "cannot cut out"
    ),
    ("map:exchangeSubviewAtIndex(math.mininteger, math.mininteger) print 'quiet'", "quiet"),
    ("UIView():insertSubview(UIView(), math.mininteger) print 'quiet'", "quiet"),
    (
      "local l = UILabel() l.text = 'x' l.font = UIFont.systemFontOfSize(1e308) l:sizeThatFits(CGSizeMake(1e-320, 1)) print 'quiet'",
      "quiet"
    ),
    (
      """
      map.delegate = { regionDidChangeAnimated = function(m)
        m.centerCoordinate = at(math.random() * 20) m.zoomEnabled = false m.centerCoordinate = at(math.random() * 20)
      end }
      map.centerCoordinate = at(5)
      """, "keep causing each other"
    ),
    (
      """
      map.delegate = { viewForAnnotation = function(m, x)
        local v = MKAnnotationView(x) v.frame = CGRectMake(0, 0, 1e308, 1) v.centerOffset = CGPointMake(1e308, -1e308)
        v.clusteringIdentifier = "c" return v
      end }
      map:addAnnotations{ a, b }
      geoscript.onFinish(function() print 'quiet' end)
      """, "quiet"
    ),
  ])
  func aMapIsNotBroken(script: String, says: String) throws {
    let command = try Command([
      "s.lua": Self.start + "\n" + script, "a.ndjson": Sample.log(3, devices: ["a"]),
    ])
    let result = try command.start([
      "run", "s.lua", "--from", "a.ndjson", "--max-memory-device", "8",
    ]).wait()
    #expect([0, 1, 65].contains(result.code))
    #expect((result.output + result.errors).contains(says))
  }
}
