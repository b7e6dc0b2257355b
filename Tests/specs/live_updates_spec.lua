-- Live updates in a task, with a stay from 10 s on, a loss, a denial, and a time in the background from 1,510 s on.
-- run: --from live_updates.ndjson
local spec = require "spec"
local log, start = {}, geoscript.now()
local function seconds() return geoscript.now():timeIntervalSinceDate(start) end

local service = CLServiceSession("whenInUse")
local activity
geoscript.task(function()
  for update in CLLocationUpdate:liveUpdates() do
    local words = { string.format("%g", seconds()) }
    if update.location then words[#words + 1] = string.format("%.2f", update.location.coordinate.longitude) end
    for _, name in ipairs{
      "isStationary", "locationUnavailable", "authorizationDenied", "authorizationDeniedGlobally",
      "authorizationRestricted", "authorizationRequestInProgress", "accuracyLimited", "insufficientlyInUse",
      "serviceSessionRequired",
    } do
      if update[name] then words[#words + 1] = name end
    end
    if update.stationary ~= update.isStationary then words[#words + 1] = "stationary differs" end
    if not update:isKindOfClass(CLLocationUpdate) then words[#words + 1] = "of another class" end
    log[#log + 1] = table.concat(words, " ")
    if seconds() == 1500 then activity = CLBackgroundActivitySession() end
    if seconds() == 1700 then activity:invalidate() end
  end
end)

-- Of what comes while a task does something else it gets the newest, and the end of a loop ends its updates.
local slow, done = {}, false
geoscript.task(function()
  for update in CLLocationUpdate.liveUpdates(CLLiveUpdateConfigurationFitness) do
    slow[#slow + 1] = update.location and string.format("%.2f", update.location.coordinate.longitude) or "none"
    if #slow == 3 then break end
    geoscript.sleep(600)
  end
  done = true
end)

spec("sessions", function()
  spec.equal({ service.authorization, service.isValid }, { "whenInUse", true })
  service:invalidate()
  spec.equal(service.isValid, false)
  spec.raises("authorization expected: none, whenInUse, always; got 'sometimes'", CLServiceSession, "sometimes")
  spec.equal(service:isKindOfClass(CLServiceSession), true)
  local always = CLServiceSession:sessionRequiringAuthorization(CLServiceSessionAuthorizationRequirementWhenInUse)
  spec.equal(always.authorization, "whenInUse")
  local session = CLBackgroundActivitySession:backgroundActivitySession()
  spec.equal(session.isValid, true)
  session:invalidate()
end)

spec("mistakes", function()
  spec.raises("configuration expected: default, automotiveNavigation, otherNavigation, fitness, airborne; got 'x'",
    CLLocationUpdate.liveUpdates, "x")
  spec.raises("only a task can wait", function() for _ in CLLocationUpdate.liveUpdates() do break end end)
end)

spec.atEnd("each fix is an update, and so is what keeps fixes away", function()
  spec.equal(log, {
    "0 11.00", "10 11.01", "500 11.01", "910 11.01 isStationary", "1100 11.02", "1200 locationUnavailable",
    "1210 11.03", "1300 authorizationDenied", "1400", "1500 11.04", "1600 11.05", "1700 11.06",
  })
  spec.equal({ activity.isValid, activity:isKindOfClass(CLBackgroundActivitySession) }, { false, true })
end)

spec.atEnd("only the newest update waits", function()
  spec.equal(slow, { "11.00", "11.01", "11.02" })
  spec.equal(done, true)
end)

spec("configurations and authorizations have the names of Objective-C, too", function()
  spec.equal({ CLLiveUpdateConfigurationDefault, CLLiveUpdateConfigurationAutomotiveNavigation,
    CLLiveUpdateConfigurationOtherNavigation, CLLiveUpdateConfigurationFitness, CLLiveUpdateConfigurationAirborne },
    { "default", "automotiveNavigation", "otherNavigation", "fitness", "airborne" })
  spec.equal({ CLServiceSessionAuthorizationRequirementNone, CLServiceSessionAuthorizationRequirementWhenInUse,
    CLServiceSessionAuthorizationRequirementAlways }, { "none", "whenInUse", "always" })
end)
