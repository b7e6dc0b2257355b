extension KMLTracks {
  package static let sample = """
    <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>walk</name><gx:Track>
    <when>2026-05-01T08:00:00Z</when><gx:coord>13.3777 52.5163 34</gx:coord>
    <when>2026-05-01T08:00:05Z</when><gx:coord>13.3779 52.5165 34</gx:coord>
    </gx:Track></Placemark></kml>
    """
}

extension GeoJSONTracks {
  package static let sample = """
    {"type":"Feature","properties":{"name":"walk","coordTimes":["2026-05-01T08:00:00Z","2026-05-01T08:00:05Z"]},
    "geometry":{"type":"LineString","coordinates":[[13.3777,52.5163,34],[13.3779,52.5165,34]]}}
    """
}
