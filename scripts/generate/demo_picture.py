#!/usr/bin/env python3
"""Draws examples/demo.png, the picture that scripts/demo ends with.

usage: scripts/generate/demo_picture.py [--check]   (needs the release build; --check only says whether the picture is fresh)

Fresh means: at most 0.1 % of its pixels differ by more than 32 of 255 in a channel, as typefaces and libraries of
another version may draw them.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops

# Pictures of tests are those of a machine without the finer coast.
os.environ["GEOSCRIPT_COAST"] = ""
# The shelf of maps is empty.
os.environ["GEOSCRIPT_BASEMAPS"] = ""
# Names of places are those in the program.
os.environ["GEOSCRIPT_GAZETTEER"] = ""

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = ROOT / "examples" / "demo.png"
WORDS = ["run", "examples/geofence.lua", "--from", "examples/tracks/zbevnica-hike.gpx", "--map-size", "760x500",
         "--map-scale", "2", "--quiet", "--alerts", "none", "--map"]


def draw(path):
    subprocess.run([ROOT / ".build" / "release" / "geoscript", *WORDS, path], cwd=ROOT, check=True)


def differing(a, b):
    """The share of pixels that differ visibly; 1 for pictures of different sizes."""
    if a.size != b.size:
        return 1
    worst = None
    for channel in ImageChops.difference(a, b).split():
        worst = channel if worst is None else ImageChops.lighter(worst, channel)
    return sum(worst.histogram()[33:]) / (a.size[0] * a.size[1])


def main():
    if sys.argv[1:] == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            fresh = pathlib.Path(folder) / "demo.png"
            draw(fresh)
            with Image.open(PICTURE) as old, Image.open(fresh) as new:
                share = differing(old.convert("RGB"), new.convert("RGB"))
        if share > 0.001:
            sys.exit("examples/demo.png is not what geoscript draws (%.2f %% of it differ); run scripts/generate/demo_picture.py, "
                     "look at it and commit" % (100 * share))
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        draw(PICTURE)


main()
