-- A map with a frame as large as the script's arguments say.
local width, height = tonumber(geoscript.args[1]), tonumber(geoscript.args[2])
MKMapView.new{ frame = CGRectMake(0, 0, width, height) }
