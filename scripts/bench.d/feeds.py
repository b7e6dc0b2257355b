"""Readers and writers of feeds: groups of geobench."""
import os

from measuring import DATA, MAKERS, Reference, Row

REFERENCES = {
    "gpx_sax": Reference(("libxml-2.0",), (), ("{folder}/track.gpx", "1")),
    "ndjson_simdjson": Reference(("simdjson",), (), ("{folder}/fixes.ndjson", "1")),
    "pynmea2_read": Reference(),
    "gpsdecode_read": Reference(),
    "owntracks_orjson": Reference((), (), (DATA + "/owntracks.jsonl", "1")),
}

ROWS = (
    Row("gpx", "ms", 1.7, 1, "feeds", "C100", "gpx_sax", ("feeds.gpx.cpu",)),  # the whole file
    Row("ndjson", "ms", 3, 1.7, "feeds", "C100", "ndjson_simdjson", ("feeds.ndjson.cpu",)),
    # A sentence with its checksum, alternating RMC and GGA. gpsd's decoder writes JSON; pynmea2 only reads.
    Row("nmea", "ns", 0.05, 0.02, "nmea", "receiver", "pynmea2_read", ("feeds.nmea.sentence",)),
    Row("nmea-10", "ns", 0.1, 0.05, "nmea", "receiver", "gpsdecode_read", ("feeds.nmea.sentence",)),
    Row("owntracks", "ns", 0.4, 0.2, "owntracks", "", "owntracks_orjson"),  # a message, from bytes to events
    # Writing a line of the event log; the cost of --record per event, plain and compressed; replaying a recording
    # and summarizing it; converting a log.
    Row("record-write", "ns", 1.1, 1, "record", "C100", "", ("record.write.each",)),
    Row("record-run", "ns", 1.1, 1, "record", "C100", "", ("record.run.recorder",)),
    Row("record-run-gz", "ns", 1.1, 1, "record", "C100", "", ("record.run.recorder.gz",)),
    Row("record-replay", "ns", 1.1, 1, "record", "C100", "", ("record.replay.each",)),
    Row("record-info", "ns", 1.1, 1, "record", "C100", "", ("record.info.each",)),
    Row("convert-gpx", "ns", 1.1, 1, "record", "C100", "", ("record.convert.gpx",)),
)


def receiver():
    """The folder of a receiver's log: 400,000 times RMC and GGA."""
    folder = os.path.join(DATA, "receiver")
    path = os.path.join(folder, "receiver.nmea")
    if os.path.exists(path):
        return folder

    def sentence(body):
        total = 0
        for byte in body.encode():
            total ^= byte
        return "$%s*%02X\r\n" % (body, total)

    os.makedirs(folder, exist_ok=True)
    with open(path + ".part", "w", newline="") as w:
        for i in range(400_000):
            second, day = i % 86400, i // 86400 + 1
            time = "%02d%02d%02d.00" % (second // 3600, second // 60 % 60, second % 60)
            place = "48%07.4f,N,011%07.4f,E" % (i * 0.0007 % 60, i * 0.0011 % 60)
            w.write(sentence("GPRMC,%s,A,%s,%.2f,%.1f,%02d0326,,,A" % (time, place, i % 400 / 10, i * 7 % 3600 / 10, day)))
            w.write(sentence("GPGGA,%s,%s,1,09,0.9,%.1f,M,45.1,M,," % (time, place, 34 + i % 100 / 10)))
    os.rename(path + ".part", path)
    return folder


MAKERS["receiver"] = receiver
