"""Pages in Chromium beside an empty page of MapLibre, and a drawn picture beside PyPI's py-staticmaps."""
import json
import math
import os
import random

import measuring
from measuring import Reference, Row, Unmeasured, figures, measure, written

REFERENCES = {"static_maps": Reference(arguments=("{folder}/draw-track.geojson",))}

ROWS = (
    # Until the map of a page is drawn ÷ the same of an empty page: a day of 20,000 fixes, 100,000 fixes, and 1,000 devices
    # with 1,000 fixes each. Chromium draws in software; milliseconds are printed.
    Row("page-day-open", "ratio", 8, 4, "process-page"),
    Row("page-long-open", "ratio", 11, 6, "process-page"),
    Row("page-fleet-open", "ratio", 18, 9, "process-page"),
    # A frame while the map moves ÷ the same of an empty page.
    Row("page-day-frame", "ratio", 8, 3, "process-page"),
    Row("page-long-frame", "ratio", 16, 8, "process-page"),
    Row("page-fleet-frame", "ratio", 36, 16, "process-page"),
    # The page of another radius of a day of 50 devices ÷ one run of it: CPU.
    Row("page-what-if", "ratio", 3, 2, "process-page"),
    # What a page with five clients adds to a live run of 1,000 fixes a second, in % of a core.
    Row("page-live-cost", "%", 3, 1.5, "process-page"),
    # A picture of a track of 20,000 fixes, the whole process, ÷ py-staticmaps without the start of Python.
    Row("draw-track", "ms", 1, 0.5, "process-draw", "", "static_maps"),
)


def pages(_):
    python = os.path.join(measuring.ROOT, ".build", "page-venv", "bin", "python")
    if not os.access(python, os.X_OK):
        raise Unmeasured("%s is not there: run scripts/setup --test" % python)
    os.environ["GEOSCRIPT"] = measuring.programs.geoscript
    return figures([python, os.path.join(measuring.ROOT, "scripts", "bench.d", "page_figures.py"), os.path.join(measuring.DATA, "pages")])


def draw(_):
    noise, places = random.Random(7), []
    for n in range(20_000):
        angle = n / 600
        places.append([13.4 + 0.05 * math.cos(2 * angle) + noise.gauss(0, 5e-5),
                       52.52 + 0.03 * math.sin(angle) + noise.gauss(0, 5e-5)])
    track = {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": places}}
    path = written("draw-track.geojson", json.dumps(track))
    picture = os.path.join(measuring.DATA, "draw-track.png")
    words = ["draw", path, "-o", picture, "--basemap", "none", "--map-size", "1024x768", "-f"]
    return {"draw-track": (1000 * min(measure(words)["cpu"] for _ in range(3)), "ms")}


PROCESSES = {"process-page": pages, "process-draw": draw}
PROBES = {"process-page": None, "process-draw": None}
ONCE = ("process-page",)
