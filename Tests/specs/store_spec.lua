-- geoscript.store: a table that the next run finds again, with --state; without it a table like any other.
local spec = require "spec"

local store = geoscript.store
local wasEmpty = next(store) == nil

spec("the store is an empty table at first, and always the same one", function()
  spec.equal(wasEmpty, true)
  spec.equal(geoscript.store == store, true)
end)

spec("the store takes what a table takes", function()
  store.count = (store.count or 0) + 1
  store.words = { "a", "b" }
  store.deep = { yes = true }
  table.insert(geoscript.store.words, "c")
  spec.equal(geoscript.store, { count = 1, words = { "a", "b", "c" }, deep = { yes = true } })
end)

spec("the store itself cannot be replaced", function()
  spec.raises("store", function() geoscript.store = {} end)
end)
