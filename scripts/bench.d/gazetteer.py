"""The gazetteer: groups of geobench, on the default one with its 234,908 places."""
import math
import os
import random
import sqlite3

import measuring
from measuring import MAKERS, Reference, Row, Unmeasured, instructions, newer

FOLDER = ".build/gazetteer"

REFERENCES = {"reverse_geocoder_query": Reference()}

ROWS = (
    # A position with its place and areas, ten times faster than the reference finds its nearest place; the nearest
    # place alone.
    Row("gazetteer-reverse", "µs", 0.1, 0.05, "gazetteer", "gazetteer", "reverse_geocoder_query"),
    Row("gazetteer-nearest", "µs", 1.1, 1, "gazetteer", "gazetteer"),
    Row("gazetteer-open", "ms", 1.1, 1, "gazetteer", "gazetteer"),
    Row("gazetteer-memory", "MB", 1.15, 1, "gazetteer", "gazetteer"),
    # A place with five other names, of 234,908, into a gazetteer with all its indexes.
    Row("gazetteer-import", "µs", 1.1, 1, "gazetteer-import"),
    Row("gazetteer-import-memory", "MB", 1.15, 1, "gazetteer-import"),
    # Questions by name, a thousand each: the median and the 99th percentile.
    Row("gazetteer-name", "ms", 1.1, 1, "names", "gazetteer"),
    Row("gazetteer-name-most", "ms", 1.1, 1, "names", "gazetteer"),
    Row("gazetteer-rare-name", "ms", 1.1, 1, "names", "gazetteer"),  # of any town, not by its people
    Row("gazetteer-two-words", "ms", 1.1, 1, "names", "gazetteer"),
    Row("gazetteer-misspelt", "ms", 1.1, 1, "names", "gazetteer"),
    Row("gazetteer-misspelt-most", "ms", 1.1, 1, "names", "gazetteer"),
    Row("gazetteer-ten-words", "ms", 1.1, 1, "names", "gazetteer"),
)

NAMES = ("Paris", "München", "São Paulo", "東京", "Springfield, IL", "Lodnon", "San Franscisco Californa",
         "10 rue de Rivoli, Paris", "Unter den Linden 77 Berlin", "a town of ten words that is in no list here")


def folder():
    """The folder of the default gazetteer, with 100,000 positions around its settlements."""
    tables, points = (os.path.join(FOLDER, name) for name in ("gazetteer.sqlite", "points.csv"))
    if not os.path.exists(tables):
        raise Unmeasured("%s is not there: scripts/generate/gazetteer.sh --build" % tables)
    if not newer(points, tables):
        seeded = random.Random(6)
        database = sqlite3.connect(tables)
        places = database.execute("SELECT latitude, longitude FROM places WHERE kind < 2 ORDER BY id").fetchall()
        with open(points, "w") as w:
            for _ in range(100000):
                latitude, longitude = seeded.choice(places)
                # Ten kilometers, as a standard deviation.
                latitude = max(-90, min(90, latitude + seeded.gauss(0, 0.09)))
                longitude += seeded.gauss(0, 0.09) / max(0.05, math.cos(math.radians(latitude)))
                w.write("%.6f,%.6f\n" % (latitude, (longitude + 180) % 360 - 180))
    return FOLDER


def names(folder):
    """The instructions of ten questions by name."""
    read, write = os.pipe()
    os.write(write, "".join(name + "\n" for name in NAMES).encode())
    os.close(write)
    with os.fdopen(read) as questions:
        return instructions([measuring.programs.geobench, "gazetteer-names", "--data", folder], stdin=questions)


MAKERS["gazetteer"] = folder
PROBES = {"names": names}
