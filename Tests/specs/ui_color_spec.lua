-- Colors: by name, by parts, as text.
local spec = require "spec"

spec("colors have names", function()
  local named = {
    black = "#000000", darkGray = "#555555", lightGray = "#aaaaaa", white = "#ffffff", gray = "#808080",
    red = "#ff0000", green = "#00ff00", blue = "#0000ff", cyan = "#00ffff", yellow = "#ffff00",
    magenta = "#ff00ff", orange = "#ff8000", purple = "#800080", brown = "#996633", clear = "#00000000",
  }
  for name, text in pairs(named) do spec.equal(tostring(UIColor[name .. "Color"]()), text) end
  local all = {
    UIColor.blackColor(), UIColor.darkGrayColor(), UIColor.lightGrayColor(), UIColor.whiteColor(),
    UIColor.grayColor(), UIColor.redColor(), UIColor.greenColor(), UIColor.blueColor(), UIColor.cyanColor(),
    UIColor.yellowColor(), UIColor.magentaColor(), UIColor.orangeColor(), UIColor.purpleColor(),
    UIColor.brownColor(), UIColor.clearColor(),
  }
  spec.equal(#all, 15)
end)

-- Apple's Human Interface Guidelines, «Color», the light form.
spec("the system has colors", function()
  local named = {
    [UIColor:systemRedColor()] = { 255, 59, 48 }, [UIColor:systemOrangeColor()] = { 255, 149, 0 },
    [UIColor:systemYellowColor()] = { 255, 204, 0 }, [UIColor:systemGreenColor()] = { 52, 199, 89 },
    [UIColor:systemMintColor()] = { 0, 199, 190 }, [UIColor:systemTealColor()] = { 48, 176, 199 },
    [UIColor:systemCyanColor()] = { 50, 173, 230 }, [UIColor:systemBlueColor()] = { 0, 122, 255 },
    [UIColor:systemIndigoColor()] = { 88, 86, 214 }, [UIColor:systemPurpleColor()] = { 175, 82, 222 },
    [UIColor:systemPinkColor()] = { 255, 45, 85 }, [UIColor:systemBrownColor()] = { 162, 132, 94 },
    [UIColor:systemGrayColor()] = { 142, 142, 147 },
  }
  for color, parts in pairs(named) do
    spec.equal(tostring(color), string.format("#%02x%02x%02x", table.unpack(parts)))
  end
end)

spec("colors are made of parts", function()
  local c = UIColor(1, 0.5, 0, 0.25)
  spec.equal({ c.red, c.green, c.blue, c.alpha }, { 1.0, 0.5, 0.0, 0.25 })
  spec.equal(c == UIColor.new{ red = 1, green = 0.5, blue = 0, alpha = 0.25 }, true)
  spec.equal(c == UIColor:colorWithRed(1, 0.5, 0, 0.25), true)
  spec.equal(c == UIColor:colorWithRed_green_blue_alpha(1, 0.5, 0, 0.25), true)
  spec.equal(UIColor:colorWithWhite(1, 1) == UIColor:whiteColor(), true)
  spec.equal(UIColor:colorWithWhite_alpha(0, 0) == UIColor:clearColor(), true)
  spec.equal(UIColor:colorWithHue(0.5, 1, 1, 1) == UIColor:cyanColor(), true)
  spec.equal(UIColor:colorWithHue_saturation_brightness_alpha(0, 1, 1, 1) == NSColor:redColor(), true)
  spec.equal(UIColor(2, -1, 0) == UIColor:redColor(), true)
  spec.raises("NaN", function() return UIColor(0 / 0, 0, 0) end)
end)

spec("alpha is another color's", function()
  local c = UIColor:cyanColor():colorWithAlphaComponent(0.2)
  spec.equal({ tostring(c), c == UIColor:cyanColor(), c.CGColor == c }, { "#00ffff33", false, true })
  spec.equal(CGColor:redColor() == UIColor:redColor(), true)
end)

spec("text serves where a color is expected", function()
  local view = UIView()
  view.backgroundColor = "#00ffff33"
  spec.equal(view.backgroundColor == UIColor:cyanColor():colorWithAlphaComponent(0.2), true)
  view.backgroundColor = "#f00"
  spec.equal(view.backgroundColor == UIColor:redColor(), true)
  spec.raises('"red" is not a color: write "#rrggbb" or "#rrggbbaa"', function() view.backgroundColor = "red" end)
  spec.raises("UIColor", function() view.backgroundColor = 5 end)
  spec.equal(UIColor:redColor() == UIView(), false)
end)
