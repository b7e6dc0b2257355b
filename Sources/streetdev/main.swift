import GeoFeeds
import GeoStore
import Geo

let args = CommandLine.arguments
if args[1] == "build" {
  let file = try GazetteerFile(path: args[2], format: .osm)
  let builder = try GazetteerBuilder(path: args[3], mode: .replace)
  try builder.begin(GazetteerSource(name: "osm", attribution: "© OpenStreetMap contributors", licence: "ODbL-1.0"))
  try file.read { record throws(GeoError) in try builder.add(record); return true }
  print(try builder.finish())
  for k in file.skips.kinds { print(k) }
} else if args[1] == "dump" {
  let file = try GazetteerFile(path: args[2], format: .osm)
  try file.read { record in print(record); return true }
} else if args[1] == "reverse" {
  let g = try Gazetteer(path: args[2])
  let at = CLLocationCoordinate2D(latitude: Double(args[3])!, longitude: Double(args[4])!)
  for p in try g.places(at: at) { print(p) }
} else if args[1] == "bench" {
  let g = try Gazetteer(path: args[2])
  let clock = ContinuousClock()
  var n = 0
  for (name, lat, lon) in [("dense", 60.170, 24.941), ("far", 10.0, 10.0)] {
    for _ in 0..<2 {
    let t = try clock.measure {
      for i in 0..<10000 {
        let at = CLLocationCoordinate2D(latitude: lat + Double(i % 100) * 0.00005, longitude: lon + Double(i / 100) * 0.0001)
        if try g.places(at: at)[0].address.thoroughfare != nil { n += 1 }
      }
    }
    print(name, t / 10000, n)
    }
  }
} else if args[1] == "find" {
  let g = try Gazetteer(path: args[2])
  for s in try g.find(args[3], args[4]) { print(s) }
}
