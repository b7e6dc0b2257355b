local yard = PolygonRegion.new{
  identifier = "yard", coordinates = { CLLocationCoordinate2D(45.45, 14.02), CLLocationCoordinate2D(45.1, 14.0) },
}
