"""Writes the colors of the land as seen from above, a picture of the whole map for MKMapTypeSatellite."""

import math

import numpy
from PIL import Image, ImageDraw

from shapes import land, rings
from pack import WORLD

SIDE = 2048


def write(path, folder, blue_marble):
    """`blue_marble` is NASA's picture in plain degrees; what is under water is filled from the nearest shore."""
    source = numpy.asarray(Image.open(blue_marble).convert("RGB"), dtype=float)
    height, width, _ = source.shape
    # Twice as many dots as needed, sampled at their middles and averaged.
    fine = 2 * SIDE
    columns = ((numpy.arange(fine) + 0.5) / fine * width).astype(int)
    latitudes = numpy.degrees(numpy.arctan(numpy.sinh(math.pi * (1 - 2 * (numpy.arange(fine) + 0.5) / fine))))
    rows = ((90 - latitudes) / 180 * height).astype(int)
    colours = source[rows][:, columns]
    mask = Image.new("L", (fine, fine))
    brush = ImageDraw.Draw(mask)
    for ring in rings(land(folder)):
        brush.polygon([(x * fine / WORLD, y * fine / WORLD) for x, y in ring.exterior.coords], fill=255)
    # A dot at the shore also has the color of the sea, so the land begins one dot further in.
    known = numpy.asarray(mask) > 0
    known = known & numpy.roll(known, 1, 0) & numpy.roll(known, -1, 0) & numpy.roll(known, 1, 1) & numpy.roll(known, -1, 1)
    # Lakes are as dark as the sea.
    known &= ~((colours[..., 2] > colours[..., 0] + 12) & (colours.sum(axis=2) < 220))
    colours, known = halve(colours, known)
    coarse = [(colours, known)]
    while coarse[-1][0].shape[0] > 1:
        coarse.append(halve(*coarse[-1]))
    filled = coarse[-1][0]
    for colours, known in reversed(coarse[:-1]):
        filled = numpy.where(known[..., None], colours, filled.repeat(2, axis=0).repeat(2, axis=1))
    # Somewhat brighter than from space, where the air is dark.
    filled = 255 * (filled / 255) ** 0.82
    Image.fromarray(filled.clip(0, 255).astype("uint8")).save(path, quality=66, optimize=True)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def halve(colours, known):
    """Returns a picture of half the size: the mean of the known ones of each four dots."""
    weights = known.astype(float)
    side = colours.shape[0] // 2
    weight = weights.reshape(side, 2, side, 2).sum(axis=(1, 3))
    total = (colours * weights[..., None]).reshape(side, 2, side, 2, 3).sum(axis=(1, 3))
    return total / numpy.maximum(weight, 1)[..., None], weight > 0
