-- Monitoring location changes with Core Location: ObservableMonitorModel, with its session and its rows.
-- https://developer.apple.com/documentation/corelocation/monitoring-location-changes-with-core-location
-- run: --from park.ndjson
local monitorName = "SampleMonitor"
local appleParkLocation = CLLocationCoordinate2D(37.3346, -122.0090)
local testBeaconId = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

local function getCircularGeographicCondition() return CLMonitor.CircularGeographicCondition(appleParkLocation, 50) end
local function getBeaconIdentityCondition() return CLMonitor.BeaconIdentityCondition(testBeaconId) end

local model = { UIRows = {} }

function model:startAuthSession() self.authSession = CLServiceSession("always") end

function model:startMonitoringConditions()
  geoscript.task(function()
    print("Set up monitor")
    self.monitor = CLMonitor(monitorName)
    self.monitor:add(getCircularGeographicCondition(), "ApplePark")
    self.monitor:add(getBeaconIdentityCondition(), "TestBeacon")
    for _, identifier in ipairs(self.monitor.identifiers) do
      local record = self.monitor:record(identifier)
      if record then self.UIRows[identifier] = { record.lastEvent } end
    end
    for event in self.monitor:events() do
      -- Apple: while the newest event is handled, the last event still is the prior state.
      local lastEvent = self.monitor:record(event.identifier).lastEvent
      if event.state ~= lastEvent.state then
        print(event.identifier, lastEvent.state, "->", event.state)
        self.UIRows[event.identifier] = { event, lastEvent }
      end
    end
  end)
end

function model:updateRecords()
  self.UIRows = {}
  for _, identifier in ipairs(self.monitor.identifiers) do
    local record = self.monitor:record(identifier)
    if record then self.UIRows[identifier] = { record.lastEvent } end
  end
end

model:startAuthSession()
model:startMonitoringConditions()

geoscript.onFinish(function()
  assert(#model.UIRows.ApplePark == 2 and model.UIRows.ApplePark[1].state == "unsatisfied")
  model.monitor:remove("TestBeacon")
  model:updateRecords()
  assert(model.UIRows.TestBeacon == nil and #model.UIRows.ApplePark == 1)
  model.authSession:invalidate()
end)
