-- S12: zoom snippet.
return function(_ENV)
  wider = map.region                       -- a copy
  wider.span.longitudeDelta = wider.span.longitudeDelta * 2
  wider.span.latitudeDelta  = wider.span.latitudeDelta * 2
  map:setRegion(wider, true)
end
