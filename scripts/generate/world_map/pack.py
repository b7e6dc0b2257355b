"""Writes shapes as a map file, which Sources/GeoRender/BaseMap/MapFile.swift reads.

All of it is little-endian. Places are map points as MapKit counts them, 2^28 across the world, y to the south.

  file    "GEOMAP1\\0", count of layers u32, 0 u32, then the layers' records, then all else
  layer   kind u8, log2 of the unit u8, 0 u16 (1 where the steps are packed), greatest level f32, then four pairs of u32,
          the offset and the count of: blocks, shapes, runs, bytes of steps (40 bytes)
  block   of up to 16 shapes: least x, least y, greatest x, greatest y i32, first shape u32, count u8, least level of
          them u8, 0 u16 (24 bytes); 1 as the last number means a cluster of up to 64 small shapes, which lie among the
          steps from the byte on that stands in place of the first shape
  shape   least x, least y, greatest x, greatest y i32, first run u32, count of runs u16, least level u8 in eighths,
          1 for a ring, which its end joins to its start (24 bytes)
  run     of up to 129 places, of which the last is the first of the next run: x, y of the first i32, least x, least y,
          greatest x, greatest y i32, offset of its steps u32 within the layer's, count of steps u32 (32 bytes)
  step    dx, dy in units, each zigzagged in bytes of seven bits, the lowest first

The finer coast (coast.py) is "GEOMAP2\\0". Three u64 stand before its layers' records: the length of all that follows, the
sum of its words of eight bytes and of the count of layers, and the sum of these words, each times its place from 1 on; the last word is filled with
0. Its layers are packed:

  step    one byte 15 (dx + 7) + dy + 7 if both are at most 7; or two, 225 · 256 + 87 (dx + 43) + dy + 43 with the greater
          first, if both are at most 43; or 255, then as above
  small   of a cluster: least level u8, then numbers of seven bits a byte: twice the count of its steps, and 1 more for a
          ring; x and y of its first place in units, zigzagged, as differences from the one before it, or from the
          block's least; then its steps, of a ring without the one back to its start
"""

import math
import struct

import numpy

WORLD = 1 << 28
GREATEST_LATITUDE = 85.05112877980659
LAND, LAKE, RIVER, BORDER, STATE, URBAN, ICE, WATER_IN_LAND = range(1, 9)


def project(points):
    """Returns longitudes and latitudes as map points."""
    points = numpy.asarray(points, dtype=float)[:, :2]
    x = (points[:, 0] + 180) / 360 * WORLD
    sine = numpy.sin(numpy.radians(numpy.clip(points[:, 1], -GREATEST_LATITUDE, GREATEST_LATITUDE)))
    y = WORLD / 2 - WORLD / (4 * math.pi) * numpy.log((1 + sine) / (1 - sine))
    return numpy.column_stack([numpy.clip(x, 0, WORLD), numpy.clip(y, 0, WORLD)])


class Shape:
    """One line or ring, in map points, and the level from which it is drawn."""

    def __init__(self, points, level=0.0, ring=False):
        self.points, self.level, self.ring = points, level, ring


class Layer:
    """All shapes of a kind, for levels up to `greatest`, rounded to 2^unit map points."""

    RUN, BLOCK, PACKED = 64, 16, 0

    def __init__(self, kind, greatest, unit, shapes):
        self.kind, self.greatest, self.unit = kind, greatest, unit
        self.blocks, self.shapes, self.runs, self.steps = [], [], [], bytearray()
        kept = sorted(filter(None, (self.rounded(shape) for shape in shapes)), key=self.order)
        for first in range(0, len(kept), self.BLOCK):
            group = kept[first:first + self.BLOCK]
            low = numpy.min([points.min(axis=0) for points, _, _ in group], axis=0) << unit
            high = numpy.max([points.max(axis=0) for points, _, _ in group], axis=0) << unit
            least = min(level for _, level, _ in group)
            self.blocks.append(struct.pack("<4iIBBH", *low, *high, first, len(group), least, 0))
            for points, level, ring in group:
                self.add(points, level, ring)

    def rounded(self, shape):
        points = numpy.rint(shape.points / (1 << self.unit)).astype(numpy.int64)
        if len(points) > 1:
            points = points[numpy.append(True, (numpy.diff(points, axis=0) != 0).any(axis=1))]
        if shape.ring and len(points) > 1 and (points[0] == points[-1]).all():
            points = points[:-1]
        if len(points) < (3 if shape.ring else 2):
            return None
        return points, min(255, max(0, math.floor(shape.level * 8))), shape.ring

    def order(self, shape):
        """The coarse levels first, then neighbors beside each other, along Morton's curve."""
        points, level, _ = shape
        middle = (points.min(axis=0) + points.max(axis=0)) << self.unit >> 15
        x, y = (int(value) for value in middle)
        morton = sum(((x >> bit & 1) | (y >> bit & 1) << 1) << 2 * bit for bit in range(14))
        return level // 8, morton

    def add(self, points, level, ring):
        whole = numpy.vstack([points, points[:1]]) if ring else points
        first = len(self.runs)
        for start in range(0, len(whole) - 1, self.RUN):
            run = whole[start:start + self.RUN + 1]
            low, high = run.min(axis=0) << self.unit, run.max(axis=0) << self.unit
            self.runs.append(
                struct.pack("<6iII", *(run[0] << self.unit), *low, *high, len(self.steps), len(run) - 1))
            for dx, dy in numpy.diff(run, axis=0):
                self.steps += varint(int(dx)) + varint(int(dy))
        low, high = whole.min(axis=0) << self.unit, whole.max(axis=0) << self.unit
        self.shapes.append(
            struct.pack("<4iIHBB", *low, *high, first, len(self.runs) - first, level, int(ring)))


def varint(value):
    return unsigned(value << 1 if value >= 0 else (-value << 1) - 1)


def unsigned(value):
    found = bytearray()
    while value >= 128:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def write(path, layers, magic=b"GEOMAP1\0", seal=lambda count, data: b""):
    """Writes layers to a file and prints their sizes; what `seal` returns of all that follows stands before it."""
    at = 16 + len(seal(0, b"")) + 40 * len(layers)
    head, body = bytearray(), bytearray()
    for layer in layers:
        offsets = []
        parts = [b"".join(layer.blocks), b"".join(layer.shapes), b"".join(layer.runs), bytes(layer.steps)]
        for part in parts:
            offsets.append(at + len(body))
            body += part + bytes(-len(part) % 4)
        head += struct.pack(
            "<BBHf8I", layer.kind, layer.unit, layer.PACKED, layer.greatest, offsets[0], len(layer.blocks), offsets[1],
            len(layer.shapes), offsets[2], len(layer.runs), offsets[3], len(layer.steps))
        print(f"kind {layer.kind} up to level {layer.greatest:g}: {len(layer.shapes)} shapes, {len(layer.runs)} runs, "
              f"{sum(map(len, parts)):,} bytes")
    data = bytes(head + body)
    path.write_bytes(struct.pack("<8sII", magic, len(layers), 0) + seal(len(layers), data) + data)
    print(f"{path.name}: {path.stat().st_size:,} bytes")
