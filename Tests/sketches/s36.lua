-- S36: content that is not ready (Guide 5 and Annotating, no listing).
return function(_ENV)
  Traffic = MKOverlayRenderer:subclass("TrafficRenderer")
  function Traffic:canDrawMapRect(mapRect, zoomScale)
    if self.data then return true end
    self.overlay:load(function(data)
      self.data = data
      self:setNeedsDisplayInMapRect(mapRect, zoomScale)   -- the map asks again
    end)
    return false
  end
end
