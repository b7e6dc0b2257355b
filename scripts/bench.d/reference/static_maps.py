#!/usr/bin/env python3
"""What a picture of a track costs with PyPI's py-staticmaps, without tiles: reading, drawing and a PNG.

  static_maps.py TRACK.geojson

Prints the CPU time, the least of three; starting Python and loading its packages is not part of it.
"""
import json
import sys
import time

import staticmaps

spent = []
for _ in range(3):
    start = time.process_time()
    context = staticmaps.Context()
    context.set_tile_provider(staticmaps.tile_provider_None)
    with open(sys.argv[1]) as file:
        places = json.load(file)["geometry"]["coordinates"]
    context.add_object(staticmaps.Line([staticmaps.create_latlng(y, x) for x, y in places], width=3))
    context.render_pillow(1024, 768).save(sys.argv[1] + ".png")
    spent.append(time.process_time() - start)
print(json.dumps({"name": "static_maps", "value": min(spent) * 1000, "unit": "ms"}))
