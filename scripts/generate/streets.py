#!/usr/bin/env python3
"""Writes Tests/streets/town.osm.pbf, an invented town for tests of the street map.

    python3 -m venv .build/osm-venv && .build/osm-venv/bin/pip install osmium==4.3.2
    .build/osm-venv/bin/python scripts/generate/streets.py

The file is committed, so tests do without PyPI's osmium.
"""
import pathlib

import osmium

from osm_town import Town

TARGET = pathlib.Path(__file__).resolve().parents[2] / "Tests/streets/town.osm.pbf"
WEST, SOUTH, EAST, NORTH = 5.0, 52.0, 5.02, 52.01

header = osmium.io.Header()
header.add_box(osmium.osm.Box(WEST, SOUTH, EAST, NORTH))
TARGET.parent.mkdir(exist_ok=True)
writer = osmium.SimpleWriter(str(TARGET), overwrite=True, header=header)
town = Town(writer)

town.node(5.010, 52.0090, place="town", name="Probeburg", population="12000")
town.node(5.002, 52.0090, place="suburb", name="Weststadt")

# Two ways of one street, the second one drawn toward the first.
west, middle, east = town.node(5.001, 52.002), town.node(5.010, 52.002), town.node(5.016, 52.002)
town.way(west, middle, highway="primary", name="Lange Straße")
town.way(east, middle, highway="primary", name="Lange Straße")
# A street to the north, with a bridge as a separate way.
upper = town.node(5.010, 52.004)
town.way(middle, upper, highway="residential", name="Quergasse")
town.way(upper, town.node(5.010, 52.0045), highway="residential", name="Quergasse", bridge="yes")
town.way(town.node(5.001, 52.001), town.node(5.016, 52.001), railway="rail")
town.way(town.node(5.002, 52.003), town.node(5.003, 52.004), highway="footway")
# A sidewalk, which is not drawn, and a way whose nodes are missing from the file.
town.way(town.node(5.002, 52.0021), town.node(5.008, 52.0021), highway="footway", footway="sidewalk")
town.way(9001, 9002, highway="motorway", name="Nirgends")

town.ring(5.012, 52.003, 5.0125, 52.0034, building="yes")
# Two overlapping parks: the shared part is also park.
town.ring(5.0125, 52.005, 5.0145, 52.006, leisure="park", name="Stadtpark")
town.ring(5.0135, 52.0055, 5.0155, 52.0065, leisure="park")

# A lake with an island; its edge consists of two ways.
a, b, c, d = (town.node(*at) for at in [(5.003, 52.005), (5.008, 52.005), (5.008, 52.008), (5.003, 52.008)])
half = town.way(a, b, c)
rest = town.way(a, d, c)
island = town.ring(5.005, 52.006, 5.006, 52.007)
town.area((half, "outer"), (rest, "outer"), (island, "inner"), natural="water", name="Spiegelsee")
# A lake whose edge has a missing part.
town.area((town.way(town.node(5.001, 52.005), town.node(5.002, 52.006)), "outer"), (9003, "outer"), natural="water")

# The coast from the south to the north, land on its left: the sea is in the east.
town.way(town.node(5.018, 51.999), town.node(5.0178, 52.005), natural="coastline")
town.way(len(town.nodes), town.node(5.018, 52.011), natural="coastline")

town.close()
writer.close()
