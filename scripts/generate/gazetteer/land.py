"""Random points on land whose country OpenStreetMap says, which the borders of the gazetteer do not come from.

Countries are the grid of PyPI's nominatim-db 5.3.3, OpenStreetMap of June 2024 (ODbL 1.0: never part of the program);
land is what is none of the sea in PyPI's global_land_mask 1.0.0, made of the GLOBE elevations of NOAA. Both are told
for eight points 2.5 and 5 km around: what differs there lies too near to a border or a coast.
"""

import gzip
import math
import zipfile

import numpy
import shapely

# Every fourth row and column of the mask, which has 120 to the degree.
STEP = 4


def sea(path):
    """Returns which dots of a grid, from the north and the west, are sea."""
    with zipfile.ZipFile(path) as archive, archive.open("mask.npy") as packed:
        numpy.lib.format.read_magic(packed)
        (rows, columns), _, _ = numpy.lib.format.read_array_header_1_0(packed)
        kept = []
        for row in range(rows):
            line = packed.read(columns)
            if row % STEP == 0:
                kept.append(numpy.frombuffer(line, bool)[::STEP])
    return numpy.array(kept)


def countries(path):
    """Returns the polygons of the grid, and of which country each is."""
    codes, shapes = [], []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            if line.startswith("COPY"):
                break
        for line in lines:
            if line.startswith("\\."):
                break
            code, _, shape = line.rstrip("\n").split("\t")
            codes.append(code.upper())
            shapes.append(shape)
    return shapely.STRtree(shapely.from_wkb(shapes)), numpy.array(codes)


class Oracle:
    def __init__(self, files):
        self.sea = sea(files / "global_land_mask/globe_combined_mask_compressed.npz")
        self.tree, self.codes = countries(files / "nominatim_db/resources/country_osm_grid.sql.gz")

    def is_land(self, latitudes, longitudes):
        rows, columns = self.sea.shape
        row = numpy.clip((90 - latitudes) / 180 * rows, 0, rows - 1).astype(int)
        column = numpy.clip((longitudes + 180) / 360 * columns, 0, columns - 1).astype(int)
        return ~self.sea[row, column]

    def country(self, latitudes, longitudes):
        points, shapes = self.tree.query(shapely.points(longitudes, latitudes), "intersects")
        found = numpy.full(len(latitudes), "", dtype="U2")
        found[points] = self.codes[shapes]
        return found

    def points(self, count, seed):
        """Returns (latitude, longitude, country) of so many points, evenly spread."""
        random = numpy.random.default_rng(seed)
        found = []
        while len(found) < count:
            latitudes = numpy.degrees(numpy.arcsin(random.uniform(math.sin(math.radians(-60)), 1, 30_000)))
            longitudes = random.uniform(-180, 180, 30_000)
            kept = self.is_land(latitudes, longitudes)
            latitudes, longitudes = latitudes[kept].round(5), longitudes[kept].round(5)
            codes = self.country(latitudes, longitudes)
            good = codes != ""
            for kilometers in (5.0, 2.5):
                for part in range(8):
                    north, east = math.cos(part * math.pi / 4), math.sin(part * math.pi / 4)
                    y = numpy.clip(latitudes + kilometers / 111.2 * north, -90, 90)
                    x = longitudes + kilometers / 111.2 * east / numpy.maximum(0.02, numpy.cos(numpy.radians(latitudes)))
                    x = (x + 180) % 360 - 180
                    good &= self.is_land(y, x)
                    good[good] &= self.country(y[good], x[good]) == codes[good]
            found += zip(latitudes[good].tolist(), longitudes[good].tolist(), codes[good].tolist())
        return found[:count]
