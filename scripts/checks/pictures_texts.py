"""The texts of an SVG picture: which overlap each other, and which a line crosses.

A text is its letters, each as the box around its shape in the font, so that turned texts are exact. A line counts when it is also
in the drawing without a base map: a track, the outline of an overlay, a leader. What an opaque shape hides, such as a
track under a legend, does not count.
"""
import functools
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from PIL import ImageFont

SVG = "{http://www.w3.org/2000/svg}"
EM = 64  # pixels in which letters are measured
STEPS = 8  # lines that a curve becomes
SLACK = 0.3  # points by which letters may touch letters
TOUCH = 0.8  # points by which a line may touch letters, such as the halo of the scale bar
FAINT = 0.3  # the opacity of lines on which texts are readable
OPAQUE = 0.9


def style(element):
    parts = (part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    return {name.strip(): value.strip() for name, value in parts}


def matrix(element):
    found = re.match(r"matrix\(([^)]*)\)", element.get("transform", ""))
    return tuple(float(n) for n in re.split(r"[ ,]+", found[1].strip())) if found else (1, 0, 0, 1, 0, 0)


def lines(d, m=(1, 0, 0, 1, 0, 0)):
    """The subpaths of a path as lists of points."""
    a, b, c, e, f, g = m
    found, numbers = [], []
    for verb, rest in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        numbers = [float(n) for n in rest.split()]
        points = [(a * x + c * y + f, b * x + e * y + g) for x, y in zip(numbers[::2], numbers[1::2])]
        if verb == "M":
            found.append(points)
        elif verb == "L":
            found[-1] += points
        elif verb == "C":
            p = [found[-1][-1], *points]
            for step in range(1, STEPS + 1):
                t = step / STEPS
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
                found[-1].append(tuple(sum(k * q[i] for k, q in zip(w, p)) for i in (0, 1)))
        else:
            found[-1].append(found[-1][0])
    return found


def around(points):
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def meet(a, b, slack=0.0):
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def holds(a, b):
    return a[0] <= b[0] and a[1] <= b[1] and a[2] >= b[2] and a[3] >= b[3]


def crosses(p, q, box, reach):
    """Whether a segment enters a box that is grown by `reach`."""
    low, high = 0.0, 1.0
    for i in (0, 1):
        step, least, most = q[i] - p[i], box[i] - reach - p[i], box[i + 2] + reach - p[i]
        if step == 0:
            if least > 0 or most < 0:
                return False
        else:
            first, last = sorted((least / step, most / step))
            low, high = max(low, first), min(high, last)
    return low < high


@functools.cache
def font(family, weight, slant):
    """The font that fontconfig has for a family, as the engine does."""
    pattern = "%s:weight=%d:slant=%d" % (family, weight, slant)
    path = subprocess.run(["fc-match", "-f", "%{file}", pattern], capture_output=True, text=True, check=True).stdout
    return ImageFont.truetype(path, EM)


def letters_of(text):
    """The boxes around the letters of a text element."""
    face = font(text.get("font-family").split(",")[0], 200 if text.get("font-weight") else 80,
                100 if text.get("font-style") else 0)
    scale = float(text.get("font-size")) / EM
    a, b, c, e, f, g = matrix(text)
    found = []
    for line in text.iter(SVG + "tspan"):
        words, x, y = line.text or "", float(line.get("x")), float(line.get("y"))
        if line.get("direction") == "rtl":
            x -= float(line.get("textLength"))
        for place, letter in enumerate(words):
            if letter.isspace():
                continue
            start = x + face.getlength(words[:place]) * scale
            left, top, right, bottom = (side * scale for side in face.getbbox(letter, anchor="ls"))
            corners = [(start + h, y + v) for h in (left, right) for v in (top, bottom)]
            found.append(around([(a * h + c * v + f, b * h + e * v + g) for h, v in corners]))
    return found


class Drawing:
    """What an SVG paints, in order."""

    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.texts, self.strokes, self.fills = [], [], []
        self.order = 0
        self.walk(self.root)

    def walk(self, element):
        for child in element:
            if child.tag in (SVG + "defs", SVG + "mask", SVG + "clipPath"):
                continue
            self.order += 1
            if child.tag == SVG + "path":
                self.add(child)
            elif child.tag == SVG + "text":
                letters = letters_of(child)
                if letters:
                    self.texts.append((self.order, letters))
            else:
                self.walk(child)

    def add(self, path):
        looks, m, d = style(path), matrix(path), path.get("d", "")
        parts = lines(d, m)
        if not parts:
            return
        if looks.get("fill", "none") != "none" and float(looks.get("fill-opacity", 1)) >= OPAQUE:
            self.fills.append((self.order, around([p for part in parts for p in part])))
        if looks.get("stroke", "none") != "none":
            reach = float(looks.get("stroke-width", 1)) / 2 * abs(m[0] * m[3] - m[1] * m[2]) ** 0.5
            opacity = float(looks.get("stroke-opacity", 1))
            self.strokes.append((self.order, (d, path.get("transform"), looks.get("stroke-width")), parts, reach, opacity))

    def is_hidden(self, box, after, before):
        """Whether an opaque shape that is painted between two others covers a box."""
        return any(after < order < before and holds(fill, box) for order, fill in self.fills)

    def overlapping(self):
        """The pairs of texts that overlap, by their numbers."""
        boxes = [around([c for g in glyphs for c in (g[:2], g[2:])]) for _, glyphs in self.texts]
        found = []
        for j, (after, upper) in enumerate(self.texts):
            for i, (before, lower) in enumerate(self.texts[:j]):
                if meet(boxes[i], boxes[j]) and any(
                        meet(a, b, SLACK) and not self.is_hidden(a, before, after) for a in lower for b in upper):
                    found.append((i, j))
        return found

    def crossed(self, known):
        """The numbers of the texts that one of the known lines crosses."""
        found = []
        for number, (painted, glyphs) in enumerate(self.texts):
            box = around([c for g in glyphs for c in (g[:2], g[2:])])
            for order, key, parts, reach, opacity in self.strokes:
                if key not in known or opacity < FAINT or not any(
                        crosses(p, q, box, reach) for part in parts for p, q in zip(part, part[1:])):
                    continue
                first, last = min(order, painted), max(order, painted)
                if any(crosses(p, q, g, reach - TOUCH) and not self.is_hidden(g, first, last)
                       for g in glyphs for part in parts for p, q in zip(part, part[1:])):
                    found.append(number)
                    break
        return found


def count(path, bare):
    """The overlapping pairs of texts of an SVG and its texts under lines; `bare` is the SVG without a base map."""
    drawing = Drawing(path)
    known = {stroke[1] for stroke in Drawing(bare).strokes}
    return drawing.overlapping(), drawing.crossed(known), drawing
