"""Layers of packed steps and clusters of small shapes, and the file of the finer coast; pack.py describes both."""

import struct

import numpy

from pack import Layer, unsigned, varint

NEAR, FAR, ESCAPE = 7, 43, 255


def steps_of(moves):
    """Returns the bytes of moves (n × 2), and where each one's begin, with the end of the last."""
    far = numpy.abs(moves).max(axis=1)
    lengths = numpy.where(far <= NEAR, 1, 2)
    rest = {}
    for index in numpy.flatnonzero(far > FAR):
        rest[index] = bytes([ESCAPE]) + varint(int(moves[index, 0])) + varint(int(moves[index, 1]))
        lengths[index] = len(rest[index])
    starts = numpy.concatenate([[0], numpy.cumsum(lengths)])
    found = numpy.zeros(starts[-1], numpy.uint8)
    near = numpy.flatnonzero(far <= NEAR)
    found[starts[near]] = (moves[near, 0] + NEAR) * 15 + moves[near, 1] + NEAR
    middle = numpy.flatnonzero((far > NEAR) & (far <= FAR))
    values = (moves[middle, 0] + FAR) * 87 + moves[middle, 1] + FAR + (225 << 8)
    found[starts[middle]] = values >> 8
    found[starts[middle] + 1] = values & 255
    for index, text in rest.items():
        found[starts[index]:starts[index] + len(text)] = numpy.frombuffer(text, numpy.uint8)
    return found.tobytes(), starts


class PackedLayer(Layer):
    """A layer whose shapes of up to 129 places lie in clusters."""

    RUN, CLUSTER, PACKED = 128, 64, 1

    def __init__(self, kind, greatest, unit, shapes):
        whole = []
        self.small = []
        for shape in shapes:
            # A ring of 129 places has as many steps with the one back to its start.
            (whole if len(shape.points) > self.RUN else self.small).append(shape)
        super().__init__(kind, greatest, unit, whole)
        self.cluster()

    def add(self, points, level, ring):
        whole = numpy.vstack([points, points[:1]]) if ring else points
        first = len(self.runs)
        text, starts = steps_of(numpy.diff(whole, axis=0))
        for start in range(0, len(whole) - 1, self.RUN):
            run = whole[start:start + self.RUN + 1]
            self.runs.append(
                struct.pack("<6iII", *(run[0] << self.unit), *self.box(run), len(self.steps) + int(starts[start]),
                            len(run) - 1))
        self.steps += text
        self.shapes.append(struct.pack("<4iIHBB", *self.box(whole), first, len(self.runs) - first, level, int(ring)))

    def box(self, points):
        return *(points.min(axis=0) << self.unit), *(points.max(axis=0) << self.unit)

    def cluster(self):
        kept = sorted(filter(None, map(self.rounded, self.small)), key=self.order)
        if not kept:
            return
        moves = numpy.concatenate([numpy.diff(points, axis=0) for points, _, _ in kept])
        text, starts = steps_of(moves)
        at = 0
        for first in range(0, len(kept), self.CLUSTER):
            group = kept[first:first + self.CLUSTER]
            box = self.box(numpy.concatenate([points for points, _, _ in group]))
            least = min(level for _, level, _ in group)
            self.blocks.append(struct.pack("<4iIBBH", *box, len(self.steps), len(group), least, 1))
            last = numpy.array(box[:2]) >> self.unit
            for points, level, ring in group:
                count = len(points) - 1
                self.steps.append(level)
                self.steps += unsigned(2 * count + ring)
                for move in points[0] - last:
                    self.steps += varint(int(move))
                self.steps += text[starts[at]:starts[at + count]]
                at += count
                last = points[0]


def seal(count, data):
    """Returns the length and the sums that stand before the layers of a finer coast."""
    words = numpy.frombuffer(data + bytes(-len(data) % 8), "<u8")
    places = numpy.arange(1, len(words) + 1, dtype=numpy.uint64)
    return struct.pack("<QQQ", len(data), (int(words.sum(dtype=numpy.uint64)) + count) % 2**64,
                       int((words * places).sum(dtype=numpy.uint64)))
