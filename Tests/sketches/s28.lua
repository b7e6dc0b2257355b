-- S28: regionThatFits (note).
return function(_ENV)
  asked = MKCoordinateRegionMakeWithDistance(map.centerCoordinate, 5000, 5000)
  real  = map:regionThatFits(asked)        -- the map itself is unchanged
  print(asked.span.latitudeDelta, real.span.latitudeDelta)
end
