local app = {}
function app:didVisit(manager, visit)
  if not visit.departureDate then return end
  geoscript.alert{ title = visit.departureDate - visit.arrivalDate }
end
CLLocationManager.new{ delegate = app }:startMonitoringVisits()
