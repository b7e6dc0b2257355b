"""The part of peers.py that compares polygons in well-known text with shapely."""
import glob
import json
import os
import re
import subprocess
import sys

SCRIPT = """
for _, name in ipairs(geoscript.args) do
  local ok, regions = pcall(geoscript.readRegions, name)
  local text = ok and #regions > 0 and geoscript.geoJSON(regions) or "null"
  print((text:gsub("\\n", " ")))
end
"""


def texts():
    """The polygons of shapely's own tests."""
    import shapely
    found = set()
    for file in glob.glob(os.path.join(os.path.dirname(shapely.__file__), "tests", "**", "*.py"), recursive=True):
        with open(file, encoding="utf-8") as r:
            found.update(re.findall(r"\b(?:MULTI)?POLYGON ?(?:Z ?)?\(\(+[-0-9., ()]+\)\)+", r.read()))
    return sorted(found)


def on_earth(shape):
    west, south, east, north = shape.bounds
    return -180 <= west and east <= 180 and -90 <= south and north <= 90


def check(program, table, folder):
    import shapely
    known = []
    for number, text in enumerate(texts()):
        try:
            shape = shapely.from_wkt(text)
        except shapely.errors.GEOSException:
            continue
        if not shape.is_empty and on_earth(shape):
            known.append((text, shape, "shape-%d.wkt" % number))
    if not known:
        sys.exit("shapely's tests have no polygons")
    for text, _, name in known:
        with open(os.path.join(folder, name), "w") as w:
            w.write("%s\t%s\n" % (name, text))
    with open(os.path.join(folder, "shapes.lua"), "w") as w:
        w.write(SCRIPT)
    done = subprocess.run([program, "run", "shapes.lua", "--quiet", "--", *[name for _, _, name in known]], cwd=folder,
                          capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if len(lines) != len(known):
        sys.exit("shapes.lua printed %d lines, not %d: %s" % (len(lines), len(known), done.stderr))
    for (text, shape, _), line in zip(known, lines):
        features = (json.loads(line) or {"features": []})["features"]
        parts = [shapely.geometry.shape(feature["geometry"]) for feature in features]
        reason, isSame = None, False
        if not shape.is_valid:
            reason = "not valid: shapely reads it all the same"
        elif parts and all(part.is_valid for part in parts):
            isSame = shapely.union_all(parts).symmetric_difference(shape).area < 1e-9
        count = sum(len(getattr(part, "geoms", [part])) for part in parts)
        table.add("shapely", text[:38], count, len(getattr(shape, "geoms", [shape])), reason, isSame)
