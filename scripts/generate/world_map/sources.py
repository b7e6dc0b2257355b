"""Reads the packages that the base map is made of: Debian archives and wheels, unpacked below one folder."""

import functools
import glob
import lzma
import pathlib
import struct

from shapely.geometry import Polygon


def marble(folder, layer):
    """Yields (flag, id, points) of a PN2 file of Marble's: 2 is an outer ring, 3 a hole of the last one, 0 a line.

    A file is version u8, count u32, coloured u8; then, big-endian, flag u8, id u32, a colour u8 where coloured, nodes
    u32. A node is latitude and longitude i16 in 1/120 of a degree and a count i16 of i8 pairs relative to it. Flag 4,
    with a count u8, says only that several parts with one id follow.
    """
    path = pathlib.Path(folder, "usr/share/marble/data/naturalearth", f"ne_50m_{layer}.pn2")
    data = path.read_bytes()
    version, _, coloured = struct.unpack(">BIB", data[:6])
    if version != 2:
        raise ValueError(f"{path}: version {version}, not 2")
    at = 6
    while at < len(data):
        flag, number = struct.unpack_from(">BI", data, at)
        at += 5 + coloured
        if flag == 4:
            at += 1
            continue
        (nodes,) = struct.unpack_from(">I", data, at)
        at += 4
        points = []
        for _ in range(nodes):
            latitude, longitude, more = struct.unpack_from(">hhh", data, at)
            at += 6
            points.append((longitude / 120, latitude / 120))
            for _ in range(more):
                north, east = struct.unpack_from(">bb", data, at)
                at += 2
                points.append(((longitude + east) / 120, (latitude + north) / 120))
        yield flag, number, points


def marble_polygons(folder, layer):
    """Returns the areas of a PN2 file as lists of rings, the outer one first."""
    areas = []
    for flag, _, points in marble(folder, layer):
        if flag == 2:
            areas.append([points])
        elif flag == 3:
            areas[-1].append(points)
    return areas


@functools.cache
def natural_earth(folder, name):
    """Returns rows (attributes, [Polygon]) of a table of R's package rnaturalearthdata."""
    # Only this needs the package, and not who makes a finer coast.
    import rdata

    base = glob.glob(f"{folder}/usr/lib/R/site-library/rnaturalearthdata/data/Rdata.rdx")[0]
    index = rdata.conversion.convert(rdata.parser.parse_file(base))
    start, length = (int(value) for value in index["variables"][name])
    data = pathlib.Path(base).with_suffix(".rdb").read_bytes()[start:start + length]
    # The length that it unpacks to, Z for xz, and raw LZMA2.
    if data[4:5] != b"Z":
        raise ValueError(f"{base}: {name} is not packed with xz")
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    table = rdata.parser.parse_data(lzma.decompress(data[5:], format=lzma.FORMAT_RAW, filters=filters)).object
    slots = attributes(table)
    columns = {
        key: column(values)
        for key, values in zip(column(attributes(slots["data"])["names"]), slots["data"].value)
    }
    return [
        ({key: values[row] for key, values in columns.items()}, polygons(shape))
        for row, shape in enumerate(slots["polygons"].value)
    ]


def attributes(item):
    """Returns the attributes of an R object, a linked list of tags and values, by name."""
    found, pair = {}, item.attributes
    while pair is not None and pair.info.type.name == "LIST":
        tag = pair.tag
        while tag.referenced_object is not None:
            tag = tag.referenced_object
        found[tag.value.value.decode()] = pair.value[0]
        pair = pair.value[1]
    return found


def column(values):
    """Returns a vector as a list; a factor as the texts that its numbers stand for."""
    kind = values.info.type.name
    if kind == "STR":
        return [None if text.value is None else decoded(text.value) for text in values.value]
    numbers = list(values.value)
    if "levels" in (attributes(values) if values.attributes is not None else {}):
        levels = column(attributes(values)["levels"])
        return [levels[number - 1] if 0 < number <= len(levels) else None for number in numbers]
    return numbers


def decoded(text):
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("cp1252")


def polygons(shape):
    """Returns the parts of sp's Polygons: a hole belongs to the part of it that contains it."""
    rings = []
    for ring in attributes(shape)["Polygons"].value:
        slots = attributes(ring)
        # Neighbors' places differ behind the fourth decimal, ten meters: rounded, borders are shared again.
        flat = [round(float(value), 4) for value in slots["coords"].value]
        half = len(flat) // 2
        rings.append((bool(slots["hole"].value[0]), list(zip(flat[:half], flat[half:]))))
    outers = [[points] for hole, points in rings if not hole]
    for hole, points in rings:
        if hole:
            inside = Polygon(points).representative_point()
            next(outer for outer in outers if Polygon(outer[0]).contains(inside)).append(points)
    return [Polygon(outer[0], outer[1:]) for outer in outers]
