-- Needs the egg.
return { egg = require "modules.egg" }
