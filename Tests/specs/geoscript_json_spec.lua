-- geoscript.json: tables out, values in.
local spec = require "spec"
local json = geoscript.json

spec("encode writes names in byte order", function()
  spec.equal(json.encode{ b = 1, a = { true, "x", 1.5 } }, '{"a":[true,"x",1.5],"b":1}')
end)

spec("encode writes whole numbers without a point when they are integers", function()
  spec.equal(json.encode{ 1, 2.5, -3 }, "[1,2.5,-3]")
  spec.equal(json.encode(math.maxinteger), "9223372036854775807")
end)

spec("encode escapes what must be", function()
  spec.equal(json.encode('a"b\\c\n\t\1é'), [["a\"b\\c\n\t\u0001é"]])
end)

spec("an empty table is an object; an empty array comes from decode", function()
  spec.equal(json.encode{}, "{}")
  spec.equal(json.encode(json.decode("[]")), "[]")
end)

spec("dates are ISO 8601, structs are objects", function()
  spec.equal(json.encode(NSDate(0)), '"1970-01-01T00:00:00Z"')
  spec.equal(json.encode(CLLocationCoordinate2DMake(1.5, 2.5)), '{"latitude":1.5,"longitude":2.5}')
end)

spec("decode reads every kind of value", function()
  spec.equal(json.decode('{"a": [1, 2.5, "x", true, false], "b": {"c": -1e3}}'),
    { a = { 1, 2.5, "x", true, false }, b = { c = -1000.0 } })
  spec.equal(json.decode("null"), nil)
  spec.equal(math.type(json.decode("7")), "integer")
  spec.equal(math.type(json.decode("7.0")), "float")
  spec.equal(json.decode([["\u00e9\ud83d\ude00\n"]]), "é😀\n")
end)

spec("arrays know their length", function()
  spec.equal(json.decode("[1,2,3]"):count(), 3)
  spec.equal(#json.decode("[1,2,3]"), 3)
end)

spec("there and back is the same", function()
  local value = { list = { 1, 2, { deep = { "er" } } }, name = "x", flag = false }
  spec.equal(json.decode(json.encode(value)), value)
end)

spec("what JSON cannot say is an error", function()
  spec.raises("a function cannot be encoded as JSON", json.encode, print)
  spec.raises("NaN cannot be encoded as JSON", json.encode, 0 / 0)
  spec.raises("an infinite number cannot be encoded as JSON", json.encode, math.huge)
  spec.raises("elements 1…2 and the key 'x'", json.encode, { 1, 2, x = 3 })
  spec.raises("the key 10", json.encode, { [10] = 1 })
  local loop = {}
  loop.loop = loop
  spec.raises("a table inside itself?", json.encode, loop)
end)

spec("text that is no JSON says where", function()
  spec.raises("at byte 2", json.decode, "{")
  spec.raises("JSON", json.decode, "[1,]")
  spec.raises("JSON", json.decode, "[1] 2")
  spec.raises("JSON", json.decode, "")
  spec.raises("bad argument #1 to 'geoscript.json.decode' (string expected, got number)", json.decode, 5)
end)

spec("deep nesting is refused, not crashed on", function()
  spec.raises("JSON", json.decode, ("["):rep(100000))
end)
