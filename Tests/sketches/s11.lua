-- S11: pan snippet.
return function(_ENV)
  edge = CGPointMake(1, map.frame.size.height / 2)
  map:setCenterCoordinate(map:convertPoint(edge, map), true)
end
