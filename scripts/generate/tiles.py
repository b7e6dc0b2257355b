#!/usr/bin/env python3
"""Makes the tiles of Tests/tiles: an invented world of labeled squares at zoom 0 to 2.

  scripts/generate/tiles.py            writes the tree of PNGs, world.mbtiles, world.pmtiles and leaves.pmtiles
  scripts/generate/tiles.py --tree DIR writes the tree alone, elsewhere

The rows of the tree count from the south, as for `geometryFlipped`; each file is tree/Z/X/Y@1x.png or @2x. The label
on a tile is its zoom, column and row from the north. The two .pmtiles are written by the reference's own writer (PyPI
pmtiles): leaves.pmtiles has its directory in leaves of five entries.
"""
import os
import sqlite3
import struct
import sys
import zlib

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
LEVELS = range(3)
# Alternating ground colors, then ink.
COLOURS = [(0xd9, 0xe6, 0xec), (0xec, 0xe8, 0xdc), (0x4a, 0x5a, 0x64)]
# Five columns of seven dots each, the top one in the lowest bit.
DIGITS = {
    "0": (0x3e, 0x51, 0x49, 0x45, 0x3e), "1": (0x00, 0x42, 0x7f, 0x40, 0x00), "2": (0x42, 0x61, 0x51, 0x49, 0x46),
    "3": (0x21, 0x41, 0x45, 0x4b, 0x31), "/": (0x20, 0x10, 0x08, 0x04, 0x02),
}


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def tile(z, x, y, scale):
    """The PNG of one tile."""
    side = 256 * scale
    rows = [bytearray([(x + y) % 2]) * side for _ in range(side)]
    label, dot = "%d/%d/%d" % (z, x, y), 6 * scale
    left, top = (side - (6 * len(label) - 1) * dot) // 2, (side - 7 * dot) // 2
    for place, letter in enumerate(label):
        for column, bits in enumerate(DIGITS[letter]):
            for row in range(7):
                if bits >> row & 1:
                    start = left + (6 * place + column) * dot
                    for line in range(top + row * dot, top + (row + 1) * dot):
                        rows[line][start:start + dot] = b"\2" * dot
    # Four pixels a byte.
    packed = b"".join(
        b"\0" + bytes(r[i] << 6 | r[i + 1] << 4 | r[i + 2] << 2 | r[i + 3] for i in range(0, side, 4)) for r in rows)
    palette = b"".join(bytes(c) for c in COLOURS)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 2, 3, 0, 0, 0))
            + chunk(b"PLTE", palette) + chunk(b"IDAT", zlib.compress(packed, 9)) + chunk(b"IEND", b""))


def paths():
    return [(z, x, y) for z in LEVELS for x in range(1 << z) for y in range(1 << z)]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as w:
        w.write(data)


def write_tree(folder):
    for z, x, y in paths():
        for scale in (1, 2):
            flipped = (1 << z) - 1 - y
            write(os.path.join(folder, str(z), str(x), "%d@%dx.png" % (flipped, scale)), tile(z, x, y, scale))


def write_mbtiles(path):
    if os.path.exists(path):
        os.remove(path)
    base = sqlite3.connect(path)
    base.executescript("""
        PRAGMA application_id = 0x4d504258;
        CREATE TABLE metadata (name text, value text);
        CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);""")
    base.executemany("INSERT INTO metadata VALUES (?, ?)", [
        ("name", "world"), ("format", "png"), ("minzoom", "0"), ("maxzoom", "2"),
        ("bounds", "-180.0,-85.0511,180.0,85.0511"), ("attribution", "<a href=\"https://example.org\">&copy; Nobody</a>")])
    for z, x, y in paths():
        base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (z, x, (1 << z) - 1 - y, tile(z, x, y, 1)))
    base.commit()
    base.execute("VACUUM")
    base.close()


def header(Compression, TileType):
    return {
        "version": 3, "tile_type": TileType.PNG, "tile_compression": Compression.NONE,
        "min_lon_e7": -1800000000, "min_lat_e7": -850511000, "max_lon_e7": 1800000000, "max_lat_e7": 850511000,
        "center_zoom": 0, "center_lon_e7": 0, "center_lat_e7": 0}


def write_pmtiles(path, leaves_path):
    from pmtiles import tile as reference
    from pmtiles.writer import Writer
    said = {"attribution": "© Nobody"}
    tiles = sorted((reference.zxy_to_tileid(z, x, y), tile(z, x, y, 1)) for z, x, y in paths())
    with open(path, "wb") as w:
        writer = Writer(w)
        for number, data in tiles:
            writer.write_tile(number, data)
        writer.finalize(header(reference.Compression, reference.TileType), said)
    entries, data = [], b""
    for number, png in tiles:
        entries.append(reference.Entry(number, len(data), len(png), 1))
        data += png
    leaves = b""
    places = []
    for start in range(0, len(entries), 5):
        leaf = reference.serialize_directory(entries[start:start + 5])
        places.append(reference.Entry(entries[start].tile_id, len(leaves), len(leaf), 0))
        leaves += leaf
    root = reference.serialize_directory(places)
    import gzip
    import json
    words = gzip.compress(json.dumps(said).encode(), mtime=0)
    at = 127 + len(root)
    numbers = header(reference.Compression, reference.TileType)
    numbers.update({
        "root_offset": 127, "root_length": len(root), "metadata_offset": at, "metadata_length": len(words),
        "leaf_directory_offset": at + len(words), "leaf_directory_length": len(leaves),
        "tile_data_offset": at + len(words) + len(leaves), "tile_data_length": len(data),
        "addressed_tiles_count": len(tiles), "tile_entries_count": len(tiles), "tile_contents_count": len(tiles),
        "clustered": True, "internal_compression": reference.Compression.GZIP, "min_zoom": 0, "max_zoom": 2})
    write(leaves_path, reference.serialize_header(numbers) + root + words + leaves + data)


def main():
    if sys.argv[1:2] == ["--tree"]:
        return write_tree(sys.argv[2])
    folder = os.path.join(ROOT, "Tests", "tiles")
    write_tree(os.path.join(folder, "tree"))
    write_mbtiles(os.path.join(folder, "world.mbtiles"))
    write_pmtiles(os.path.join(folder, "world.pmtiles"), os.path.join(folder, "leaves.pmtiles"))


main()
