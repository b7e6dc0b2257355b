-- T1: Apple's «Monitoring location changes with Core Location»: a monitor, its records, its events.
return function(_ENV)
  ObservableMonitorModel = { updateRecords = {} }

  function ObservableMonitorModel:startMonitoringConditions()
    geoscript.task(function()
      self.monitor = CLMonitor("MonitorConditions")
      self.monitor:add(CLMonitor.CircularGeographicCondition(park, 100), "ApplePark", "unsatisfied")
      for _, identifier in ipairs(self.monitor.identifiers) do
        local lastEvent = self.monitor:record(identifier).lastEvent
        self.updateRecords[identifier] = { lastEvent }
      end
      for event in self.monitor:events() do
        table.insert(self.updateRecords[event.identifier], event)
        self:updateUI(event)
      end
    end)
  end
end
