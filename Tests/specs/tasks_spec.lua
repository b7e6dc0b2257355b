-- Tasks: when they run, what they wait for, where they cannot wait. The log ends 90.5 s after the start.
local spec = require "spec"
local log, start = {}, geoscript.now()
local function note(word) log[#log + 1] = string.format("%s %g", word, geoscript.now() - start) end

local first = geoscript.task(function()
  note("first starts")
  geoscript.sleep(2)
  note("first after 2")
  geoscript.sleep(2.5)
  note("first after 4.5")
end)
geoscript.task(function()
  note("second starts")
  -- Due at the same time as the first one's, and asked for earlier: the task that was made first comes first.
  geoscript.sleep(4.5)
  note("second after 4.5")
end)
note("main chunk ends")
geoscript.after(0, function() note("timer") end)

spec("a task starts after the callback that makes it", function()
  spec.equal(first.isFinished, false)
  spec.equal(first.isCancelled, false)
  spec.equal(first:isKindOfClass(Task), true)
  spec.equal(#log, 1)
end)

spec("waiting outside of a task is an error that says what to write", function()
  spec.raises("geoscript.sleep: only a task can wait; write geoscript.task(function() … end) around it",
    geoscript.sleep, 1)
  spec.raises("function expected as the last argument", function()
    CLGeocoder():reverseGeocodeLocation(CLLocation(0, 0))
  end)
  for _, wait in ipairs{
    function() CLGeocoder():geocodeAddressString("x") end,
    function() MKLocalSearch(MKLocalSearchRequest("x")):start() end,
    function() MKReverseGeocodingRequest(CLLocation(0, 0)):getMapItems() end,
    function() MKMapSnapshotter():start() end,
  } do
    spec.raises("or call it without one in geoscript.task(function() … end)", wait)
  end
end)

spec("a wrong argument is an error", function()
  spec.raises("bad argument #1 to 'geoscript.task' (function expected, got no value)", geoscript.task)
  spec.raises("seconds must be 0 or more", geoscript.sleep, -1)
  spec.raises("seconds must be 0 or more", geoscript.sleep, 0 / 0)
end)

local places, flaws = {}, {}
local function sleeps() geoscript.sleep(1) end
geoscript.task(function()
  flaws.coroutine = select(2, coroutine.resume(coroutine.create(sleeps)))
  flaws.wrap = select(2, pcall(coroutine.wrap(sleeps)))
  flaws.sort = select(2, pcall(table.sort, { 1, 2 }, sleeps))
  flaws.gsub = select(2, pcall(string.gsub, "a", "a", sleeps))
  local object = setmetatable({}, { __index = sleeps, __add = sleeps, __close = sleeps })
  flaws.index = select(2, pcall(function() return object.x end))
  flaws.add = select(2, pcall(function() return object + 1 end))
  flaws.close = select(2, pcall(function()
    local _ <close> = object
  end))
  flaws.yield = select(2, pcall(coroutine.yield))
  -- A protected call may wait, and catches what comes after.
  local ok, message = pcall(function()
    geoscript.sleep(10)
    error("after 10", 0)
  end)
  note(tostring(ok) .. " " .. message)
end)

spec.atEnd("what cannot wait says so", function()
  for name, words in pairs{
    coroutine = "a task cannot wait in a coroutine that the script made", sort = "table.sort",
    wrap = "a task cannot wait in a coroutine that the script made", gsub = "string.gsub",
    index = "in a metamethod", add = "in a metamethod", close = "in a metamethod",
    yield = "a task cannot yield: write geoscript.sleep(0)",
  } do
    if not tostring(flaws[name]):find(words, 1, true) then error(name .. ": " .. tostring(flaws[name])) end
  end
end)

geoscript.task(function()
  local geocoder = CLGeocoder()
  local placemarks, err = geocoder:reverseGeocodeLocation(CLLocation(35.681236, 139.767125))
  places.reverse = { placemarks and placemarks[1].ISOcountryCode, err }
  placemarks = geocoder:reverseGeocodeLocation(CLLocation(35.681236, 139.767125), "ja")
  places.japanese = placemarks[1].locality
  placemarks = geocoder:geocodeAddressString("Paris")
  places.text = placemarks[1].ISOcountryCode
  placemarks = geocoder:geocodeAddressDictionary{ City = "Berlin", CountryCode = "DE" }
  places.dictionary = placemarks[1].ISOcountryCode
  placemarks = geocoder:geocodePostalAddress{ city = "Berlin", ISOCountryCode = "DE" }
  places.postal = placemarks[1].ISOcountryCode
  placemarks, err = geocoder:geocodeAddressString("qqxzzy vkkwjjq")
  places.nonsense = { placemarks, err.code == kCLErrorGeocodeFoundNoResult }
  local snapshot
  snapshot, err = MKMapSnapshotter.new{}:startWithCompletionHandler()
  places.snapshot = { snapshot and snapshot.image.size.width > 0, err }
  note("answers")
end)

spec.atEnd("a task gets the answers of geocoders and snapshotters as results", function()
  spec.equal(places.reverse, { "JP", nil })
  spec.equal(places.japanese ~= nil, true)
  spec.equal(places.text, "FR")
  spec.equal(places.dictionary, "DE")
  spec.equal(places.postal, "DE")
  spec.equal(places.nonsense, { nil, true })
  spec.equal(places.snapshot, { true, nil })
end)

local closed = {}
local cancelled = geoscript.task(function()
  local _ <close> = setmetatable({}, { __close = function() closed[1] = "closed" end })
  geoscript.sleep(20)
  note("never")
end)
geoscript.after(15, function()
  cancelled:cancel()
  cancelled:cancel()
  closed[2] = { cancelled.isCancelled, cancelled.isFinished }
end)
local itself
itself = geoscript.task(function()
  itself:cancel()
  closed[3] = itself.isFinished
  geoscript.sleep(0)
  note("never")
end)
local unborn = geoscript.task(function() note("never") end)
unborn:cancel()
local thread
geoscript.task(function()
  thread = coroutine.running()
  geoscript.sleep(60)
end)

spec.atEnd("a cancelled task ends where it waits, and its variables are closed", function()
  spec.equal(closed, { "closed", { true, true }, false })
  spec.equal({ itself.isCancelled, itself.isFinished }, { true, true })
  spec.equal({ unborn.isCancelled, unborn.isFinished }, { true, true })
  spec.equal({ first.isCancelled, first.isFinished }, { false, true })
end)

spec.atEnd("a script neither resumes nor closes a task", function()
  spec.equal({ coroutine.resume(thread) }, { false, "cannot resume a task: geoscript continues it" })
  spec.raises("cannot close a task: call its cancel()", coroutine.close, thread)
end)

spec.atEnd("turns come after callbacks, in order of the tasks' creation, on the device's clock", function()
  spec.equal(log, {
    "main chunk ends 0", "first starts 0", "timer 0", "second starts 0", "answers 0", "first after 2 2",
    "first after 4.5 4.5", "second after 4.5 4.5", "false after 10 10",
  })
end)

spec.atEnd("no task starts at the end", function()
  spec.raises("the run is already ending; start the task earlier", geoscript.task, print)
end)
