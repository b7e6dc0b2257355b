"""The files of a workload, in the formats that the help of workload.py describes."""
import datetime
import hashlib
import os
import struct

FORMATS = ("bin", "geojson", "ndjson", "gpx")


def iso(t):
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=t)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Files:
    """The files of one workload in their folder."""

    def __init__(self, folder):
        self.folder, self.names = folder, []
        os.makedirs(folder, exist_ok=True)

    def open(self, name, mode="w"):
        self.names.append(name)
        path = os.path.join(self.folder, name)
        return open(path, mode) if "b" in mode else open(path, mode, newline="")

    def sums(self):
        sums = {}
        for name in self.names:
            with open(os.path.join(self.folder, name), "rb") as r:
                digest = hashlib.file_digest(r, "sha256").hexdigest()
            sums[name] = dict(bytes=os.path.getsize(os.path.join(self.folder, name)), sha256=digest)
        return sums


def write_fences(files, formats, fences, polygons):
    if "bin" in formats:
        with files.open("fences.bin", "wb") as w:
            w.write(b"GSFENCE1" + struct.pack("<Q", len(fences)))
            for f in fences:
                w.write(struct.pack("<3d", *f))
        with files.open("polygons.bin", "wb") as w:
            w.write(b"GSPOLYS1" + struct.pack("<Q", len(polygons)))
            for ring in polygons:
                corners = [c for v in ring for c in v]
                w.write(struct.pack("<I", len(ring)) + struct.pack("<%dd" % len(corners), *corners))
    if "geojson" in formats:
        with files.open("fences.geojson") as w:
            for i, f in enumerate(fences):
                w.write('{"type":"Feature","id":"f%d","properties":{"radius":%.1f},"geometry":{"type":"Point",'
                        '"coordinates":[%.7f,%.7f]}}\n' % (i, f[2], f[1], f[0]))
        with files.open("polygons.geojson") as w:
            for i, ring in enumerate(polygons):
                corners = ",".join("[%.7f,%.7f]" % (lo, la) for la, lo in ring + ring[:1])
                w.write('{"type":"Feature","id":%d,"properties":{},"geometry":{"type":"Polygon",'
                        '"coordinates":[[%s]]}}\n' % (i, corners))


def write_fixes(files, formats, count, fixes):
    """Writes the fixes as they come, and yields them."""
    binary = lines = None
    if "bin" in formats:
        binary = files.open("fixes.bin", "wb")
        binary.write(b"GSFIXES1" + struct.pack("<Q", count))
    if "ndjson" in formats:
        lines = files.open("fixes.ndjson")
    pack = struct.Struct("<3dfI").pack
    for fix in fixes:
        t, d, la, lo, acc, sp, crs = fix
        if binary:
            binary.write(pack(t, la, lo, acc, d))
        if lines:
            lines.write('{"type":"location","time":%d,"device":"d%d","latitude":%.7f,"longitude":%.7f,'
                        '"horizontalAccuracy":%.1f,"speed":%.2f,"course":%.1f}\n' % (t, d, la, lo, acc, sp, crs))
        yield fix
    for file in (binary, lines):
        if file:
            file.close()


def write_track(files, fixes):
    devices = {}
    for fix in fixes:
        devices.setdefault(fix[1], []).append(fix)
    with files.open("track.gpx") as w:
        w.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                '<gpx version="1.1" creator="workload.py" xmlns="http://www.topografix.com/GPX/1/1" '
                'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">\n')
        for d in sorted(devices):
            w.write(" <trk>\n  <name>device %d</name>\n  <trkseg>\n" % d)
            for t, _, la, lo, acc, sp, crs in devices[d]:
                w.write('   <trkpt lat="%.7f" lon="%.7f">\n    <ele>34.2</ele>\n    <time>%s</time>\n'
                        '    <hdop>%.1f</hdop>\n    <extensions><gpxtpx:TrackPointExtension>'
                        '<gpxtpx:speed>%.2f</gpxtpx:speed><gpxtpx:course>%.1f</gpxtpx:course>'
                        '</gpxtpx:TrackPointExtension></extensions>\n   </trkpt>\n'
                        % (la, lo, iso(t), acc / 5, sp, crs))
            w.write("  </trkseg>\n </trk>\n")
        w.write("</gpx>\n")
