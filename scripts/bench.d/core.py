"""The bridge, the region engine, and the map without a picture: groups of geobench."""
from measuring import Reference, Row

REFERENCES = {
    "geos_circles": Reference(("geos",), ("-lgeos_c",), ("{folder}", "1")),
    "geos_polygons": Reference(("geos",), ("-lgeos_c",), ("{folder}", "1")),
    "lua_host": Reference(("lua5.4",), (), ("--runs", "1")),
    "map_points": Reference((), ("-lm",), ("1",)),
}

ROWS = (
    Row("bridge-property", "ns", 1.2, 0.8, "bridge", "", "lua_host"),
    Row("bridge-method", "ns", 1.0, 0.6, "bridge", "", "lua_host"),
    Row("bridge-delegate-empty", "ns", 2, 1.8, "bridge", "", "lua_host"),
    Row("bridge-delegate-fields", "ns", 1.4, 1.3, "bridge", "", "lua_host"),
    Row("engine-C100", "ns", 0.6, 0.4, "engine", "C100", "geos_circles", ("engine.{data}.fix",)),
    Row("engine-C10k", "ns", 0.6, 0.35, "engine", "C10k", "geos_circles", ("engine.{data}.fix",)),
    Row("engine-N100k", "ns", 0.35, 0.2, "engine", "N100k", "geos_circles", ("engine.{data}.fix",)),
    Row("engine-W1M", "ns", 0.35, 0.2, "engine", "W1M", "geos_circles", ("engine.{data}.fix",)),
    Row("polygons-C10k", "ns", 1, 0.6, "polygons", "C10k", "geos_polygons", ("polygons.{data}.fix",)),
    Row("polygons-P5000", "ns", 1, 0.6, "polygons", "P5000", "geos_polygons", ("polygons.{data}.fix",)),
    Row("memory-circle-C10k", "B", 1.15, 1, "engine", "C10k", "", ("engine.{data}.memory_per_circle",)),
    Row("memory-circle-N100k", "B", 1.15, 1, "engine", "N100k", "", ("engine.{data}.memory_per_circle",)),
    Row("memory-total-W1M", "MB", 1.15, 1, "engine", "W1M", "", ("engine.{data}.resident",)),
    Row("register-W1M", "s", 1.1, 1, "engine", "W1M", "", ("engine.{data}.register_all", "engine.{data}.index_all")),
    Row("add-one-W1M", "µs", 1.1, 1, "engine", "W1M", "", ("engine.{data}.add_one",)),
    Row("remove-one-W1M", "µs", 1.1, 1, "engine", "W1M", "", ("engine.{data}.remove_one",)),
    Row("magnetic-declination", "µs", 1.1, 1, "magnetic"),
    Row("map-points", "ns", 1.3, 1, "map", "", "map_points"),  # a coordinate, in an array
    # Five functions of map rects; a single allocation would cost more.
    Row("map-rects", "ns", 1.1, 1, "map"),
    # A region change over 10,000 overlays: 200 come into sight, and the map asks for their renderers.
    Row("map-overlays", "ms", 1.1, 1, "map"),
    # 100,000 annotations put on a map, at once and one by one, in Swift and of a script's tables.
    Row("map-annotations", "ms", 1.1, 1, "map"),
    Row("map-annotations-each", "ms", 1.1, 1, "map"),
    Row("map-annotations-lua", "ms", 1.1, 1, "map"),
    Row("map-annotations-lua-each", "ms", 1.1, 1, "map"),
    # A pan that brings 200 of them into sight and reuses their views; the delegate in Swift, then in Lua.
    Row("map-pan", "ms", 1.1, 1, "map"),
    Row("map-pan-lua", "ms", 1.1, 1, "map"),
)
