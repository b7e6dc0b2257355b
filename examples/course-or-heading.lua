-- Which way? The compass at walking speed, the course when driving, decided by the speed (chapter 2 of the guide).
local app = { isDriving = false, driven = 0, apart = 0 }

-- Two limits in metres a second, so that it does not change to and fro at one.
local driving, walking = 4, 2.5

local arrows = {
  "↑ north", "↗ north-east", "→ east", "↘ south-east", "↓ south", "↙ south-west", "← west", "↖ north-west",
}

function app:start()
  self.manager = CLLocationManager.new{ delegate = self, headingFilter = 20 } -- degrees
  self.manager:startUpdatingLocation() -- for the speed, the course and true north
  if CLLocationManager:headingAvailable() then
    self.manager:startUpdatingHeading()
  end
end

-- A line where the direction or what it is taken from has changed.
function app:show(source, direction)
  local arrow = arrows[math.floor(direction / 45 + 0.5) % 8 + 1]
  if source .. arrow ~= self.shown then
    print(string.format("%s  %-8s %4.1f m/s  %3.0f°  %s", os.date("%H:%M:%S"), source, self.speed, direction, arrow))
    self.shown = source .. arrow
  end
end

function app:didUpdateLocations(_, locations)
  local fix = locations[#locations]
  self.speed = math.max(fix.speed, 0)
  if self.speed > driving then self.isDriving = true elseif self.speed < walking then self.isDriving = false end
  if not self.isDriving or fix.course < 0 then return end
  self:show("course", fix.course)
  if self.heading then -- how far it is from the course: 180° is backwards
    self.driven = self.driven + 1
    self.apart = self.apart + math.abs((self.heading - fix.course + 180) % 360 - 180)
  end
end

function app:didUpdateHeading(_, heading)
  if heading.headingAccuracy < 0 then -- a magnet nearby: ignore it
    if not self.isDisturbed then print(os.date("%H:%M:%S") .. "  the compass is disturbed") end
    self.isDisturbed, self.heading = true, nil
    return
  end
  self.isDisturbed = false
  self.heading = heading.trueHeading >= 0 and heading.trueHeading or heading.magneticHeading
  if self.speed and not self.isDriving then self:show("heading", self.heading) end
end

geoscript.onFinish(function()
  print(string.format("in the car the phone pointed %.0f° away from where it went", app.apart / app.driven))
end)

app:start()
