-- S17: listing 5-7 (6-9), Colorado.
return function(_ENV)
  colorado = MKPolygon:polygonWithCoordinates{
    CLLocationCoordinate2DMake(41.000512, -109.050116),
    CLLocationCoordinate2DMake(41.002371, -102.052066),
    CLLocationCoordinate2DMake(36.993076, -102.041981),
    CLLocationCoordinate2DMake(36.99892,  -109.045267),
  }
  colorado.title = "Colorado"
  map:addOverlay(colorado)
end
