-- S6: listing 2-2, handle a heading.
return function(_ENV)
  function app:didUpdateHeading(manager, h)
    if h.headingAccuracy < 0 then return end
    -- the listing tests > 0; >= 0 keeps due north
    self.currentHeading = h.trueHeading >= 0 and h.trueHeading or h.magneticHeading
    if self.updateHeadingDisplays then self:updateHeadingDisplays() end
  end
end
