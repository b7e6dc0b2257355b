-- What's new in location authorization (WWDC24, 10212): a session asks, its diagnostics say what is missing.
-- https://developer.apple.com/videos/play/wwdc2024/10212
-- run: --from permission.ndjson --profile undecided.json
local session = CLServiceSession("whenInUse")

geoscript.task(function()
  for update in CLLocationUpdate:liveUpdates() do
    if update.location then
      print("location", update.location.coordinate)
    elseif update.authorizationRequestInProgress then
      print("authorizationRequestInProgress")
    elseif update.authorizationDenied then
      print("authorizationDenied")
      break
    end
  end
  session:invalidate()
end)

geoscript.task(function()
  for diagnostic in session.diagnostics do
    if diagnostic.authorizationDenied then print("session denied") break end
  end
end)
