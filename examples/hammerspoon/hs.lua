-- Hammerspoon's names: put `local hs = require "hs"` at the top of a script, and keep this file and the folder hs
-- beside it.
return { location = require "hs.location", geocoder = require "hs.geocoder" }
