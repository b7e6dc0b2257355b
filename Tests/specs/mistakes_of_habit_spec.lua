-- What other languages and other versions of the API have: a script that uses it is told what to write.
-- luacheck: ignore
local spec = require "spec"
local raises = spec.raises

spec("names of other languages and of older Lua", function()
  raises("there is no global 'YES' (write true)", function() return YES end)
  raises("there is no global 'null' (write nil)", function() return null end)
  raises("there is no global 'NSLog' (write geoscript.log)", function() NSLog("x") end)
  raises("there is no global 'unpack' (write table.unpack)", function() return unpack{} end)
end)

spec("a selector that goes on too long", function()
  raises("class MKPolygon has no member 'polygonWithPoints_length' (did you mean 'polygonWithPoints'?)", function()
    return MKPolygon.polygonWithPoints_length
  end)
end)

spec("what another version of the API has", function()
  raises("there is no global 'NSNumber' (write a number)", function() return NSNumber end)
  raises("there is no global 'super' (write YourClass.super)", function() return super.init end)
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 10, 10) }
  raises("call setVisibleMapRect_edgePadding_animated(rect, insets, animated)", function()
    map:setVisibleMapRect(map.visibleMapRect, UIEdgeInsetsMake(1, 1, 1, 1), true)
  end)
  map:removeFromSuperview()
end)
