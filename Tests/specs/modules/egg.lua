-- Needs the chicken.
return { chicken = require "modules.chicken" }
