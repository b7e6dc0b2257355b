#!/usr/bin/env python3
"""Writes Tests/streets/houses.osm.pbf: houses, places and borders of an invented town for tests.

    python3 -m venv .build/osm-venv && .build/osm-venv/bin/pip install osmium==4.3.2
    .build/osm-venv/bin/python scripts/generate/houses.py

The file is committed, so tests do without PyPI's osmium.
"""
import pathlib

import osmium

from osm_town import Town

TARGET = pathlib.Path(__file__).resolve().parents[2] / "Tests/streets/houses.osm.pbf"

header = osmium.io.Header()
writer = osmium.SimpleWriter(str(TARGET), overwrite=True, header=header)
town = Town(writer)


def tags(**words):
    """`addr_city` stands for `addr:city`, as Python has no colons in names."""
    return {key.replace("_", ":"): value for key, value in words.items()}


town.node(5.010, 52.009, **tags(place="town", name="Probeburg", name_ja="プローベブルク", population="12 000"))
town.node(5.002, 52.009, place="suburb", name="Weststadt")
town.node(5.003, 52.009, name="Nur ein Name")

# A street with a house on each side, one of them a building, and a shop outside both.
west, east = town.node(5.001, 52.002), town.node(5.016, 52.002)
town.way(west, east, highway="residential", name="Lange Straße",
         **{"name:en": "Long Street", "alt_name": "Langer Weg;Lange Gasse", "name:etymology": "x", "postal_code": "1234"})
town.node(5.002, 52.0021, **tags(addr_street="Lange Straße", addr_housenumber="10", addr_city="Probeburg",
                                 addr_postcode="1234 AB", addr_country="nl"))
town.ring(5.0030, 52.0021, 5.0034, 52.0023, building="yes",
          **tags(addr_street="Lange Straße", addr_housenumber="12"))
town.node(5.004, 52.0021, shop="bakery", name="Bäckerei",
          **tags(addr_street="Lange Straße", addr_housenumber="14", addr_city="Probeburg"))
town.node(5.005, 52.0021, **tags(addr_street="Lange Straße", addr_housenumber="16;18, 20"))
town.node(5.006, 52.009, **tags(addr_place="Hof Linde", addr_housenumber="1"))
town.node(5.007, 52.0019, **tags(addr_housenumber="77"))

# Interpolated numbers: odd ones from 1 to 9, none if they are letters or do not fit.
first = town.node(5.008, 52.0019, **tags(addr_street="Lange Straße", addr_housenumber="1"))
last = town.node(5.012, 52.0019, **tags(addr_street="Lange Straße", addr_housenumber="9"))
town.way(first, last, **tags(addr_interpolation="odd"))
town.way(first, last, **tags(addr_interpolation="alphabetic"))
town.way(first, town.node(5.013, 52.0019, **tags(addr_street="Lange Straße", addr_housenumber="4")),
         **tags(addr_interpolation="even"))

# A relation says which street a house is in.
house = town.node(5.009, 52.004, **tags(addr_housenumber="3"))
town.relation(("n", house, "house"), type="associatedStreet", name="Quergasse")

# Objects with names, and objects that nobody looks for.
town.node(5.010, 52.006, railway="station", name="Probeburg Hbf")
town.node(5.011, 52.006, amenity="bench", name="Bank")
town.node(5.012, 52.006, highway="bus_stop", name="Haltestelle")
town.ring(5.013, 52.006, 5.014, 52.007, leisure="park", name="Stadtpark")
town.way(9001, 9002, highway="residential", name="Nirgends")

# A square and a town hall of several ways; another one has a missing part.
a, b, c, d = (town.node(*at) for at in [(5.004, 52.005), (5.006, 52.005), (5.006, 52.007), (5.004, 52.007)])
half, rest = town.way(a, b, c), town.way(a, d, c)
town.area((half, "outer"), (rest, "outer"), highway="pedestrian", name="Markt", area="yes")
court = town.ring(5.0045, 52.0055, 5.0055, 52.0065)
town.area((half, "outer"), (rest, "outer"), (court, "inner"), building="yes", amenity="townhall", name="Rathaus",
          **tags(addr_street="Markt", addr_housenumber="1"))
town.area((half, "outer"), (9003, "outer"), leisure="park", name="Halber Park")

# Borders of a region, of a region in the sea, and of a postal code.
border = town.ring(5.0, 52.0, 5.02, 52.01)
sea = town.ring(5.0, 52.0, 5.03, 52.01, maritime="yes")
town.relation(("w", border, "outer"), type="boundary", boundary="administrative", admin_level="4", name="Probeland",
              **{"ISO3166-2": "NL-PR", "name:ja": "プローベラント"})
town.relation(("w", sea, "outer"), type="boundary", boundary="administrative", admin_level="2", name="Seeland",
              **{"ISO3166-1:alpha2": "NL"})
town.relation(("w", border, "outer"), type="boundary", boundary="postal_code", postal_code="1234")

town.close()
writer.close()
