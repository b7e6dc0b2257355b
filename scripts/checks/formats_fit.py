"""The part of formats.py about FIT: writes one with every field that geoscript knows, and reads it with fitdecode."""
import struct

from formats_files import START, check, faults

EPOCH = 631065600  # 1989-12-31T00:00:00Z
SIZES = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4}
TYPES = {"B": 2, "b": 1, "H": 0x84, "h": 0x83, "I": 0x86, "i": 0x85}


def crc(data):
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
    return value


def fit(messages, draw):
    """A FIT of messages: the number of each, and its fields by number with their types and values."""
    data = b""
    for number, fields in messages:
        order = draw.choice("<>")
        data += struct.pack(order + "BBBHB", 0x40, 0, order == ">", number, len(fields))
        for field, kind, value in fields:
            size = len(value) if kind == "s" else SIZES[kind]
            data += struct.pack("BBB", field, size, 7 if kind == "s" else TYPES[kind])
        data += b"\x00"
        for _, kind, value in fields:
            data += value if kind == "s" else struct.pack(order + kind, value)
    header = struct.pack("<BBHI4s", 14, 0x20, 2132, len(data), b".FIT")
    header += struct.pack("<H", crc(header))
    return header + data + struct.pack("<H", crc(header + data))


# The fields of each message that geoscript names, with their types.
NAMED = {
    0: [(0, "B"), (1, "H"), (2, "H"), (3, "I"), (4, "I")],
    18: [(254, "H"), (253, "I"), (2, "I"), (3, "i"), (4, "i"), (5, "B"), (6, "B"), (7, "I"), (8, "I"), (9, "I"),
         (11, "H"), (14, "H"), (15, "H"), (16, "B"), (17, "B"), (18, "B"), (19, "B"), (20, "H"), (21, "H"), (22, "H"),
         (23, "H"), (26, "H"), (124, "I"), (125, "I")],
    19: [(254, "H"), (253, "I"), (2, "I"), (3, "i"), (4, "i"), (7, "I"), (8, "I"), (9, "I"), (11, "H"), (13, "H"),
         (14, "H"), (15, "B"), (16, "B"), (17, "B"), (18, "B"), (19, "H"), (20, "H"), (21, "H"), (22, "H"), (25, "B"),
         (110, "I"), (111, "I")],
    21: [(253, "I"), (0, "B"), (1, "B"), (3, "I")],
    23: [(253, "I"), (0, "B"), (1, "B"), (2, "H"), (3, "I"), (4, "H"), (5, "H"), (10, "H"), (11, "B")],
}


# The fields of speeds, and the wider ones that newer devices write instead.
SPEEDS = {18: [(14, 15), (124, 125)], 19: [(13, 14), (110, 111)]}


def random_messages(files, draw):
    def value(number, field, kind, at):
        if field in (253, 2 if number in (18, 19) else 253, 4 if number == 0 else 253):
            return at
        if number == 21 and field in (0, 1):
            # Not the timer, whose events mean more.
            return 3
        return draw.randrange(1, 100) if kind in "Bb" else draw.randrange(1, 30000)

    yield 0, [(field, kind, value(0, field, kind, START - EPOCH)) for field, kind in NAMED[0]] + [(8, "s", b"Edge\0")]
    for number, fix in enumerate(files.fixes):
        at = fix["time"] - EPOCH
        semicircles = [round(fix[key] / 180 * 2 ** 31) for key in ("lat", "lon")]
        yield 20, [(253, "I", at), (0, "i", semicircles[0]), (1, "i", semicircles[1]),
                   (2, "H", round((fix["ele"] + 500) * 5)), (3, "B", fix["hr"]), (4, "B", fix["cad"]),
                   (5, "I", 1234 * number + 1), (6, "H", draw.randrange(1, 60000)), (7, "H", draw.randrange(1, 2000)),
                   (13, "b", fix["temp"]), (31, "B", draw.randrange(1, 50))]
        if number % 10 == 9:
            kind = draw.choice([18, 19, 21, 23])
            absent = draw.choice(SPEEDS.get(kind, [()]))
            yield kind, [(field, form, value(kind, field, form, at)) for field, form in NAMED[kind]
                         if field not in absent]


def check_fitdecode(files, draw):
    import fitdecode
    with open(files.path("all.fit"), "wb") as file:
        file.write(fit(random_messages(files, draw), draw))
    ours, messages = files.events("all.fit")
    records, others = [], []
    with fitdecode.FitReader(files.path("all.fit"), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                (records if frame.name == "record" else others).append(frame)
    check("records", len(ours), len(records))
    check("other messages", len(messages), len(others))

    def get(frame, *names):
        for name in names:
            if frame.has_field(name):
                return frame.get_value(name)
        return None

    for fix, frame in zip(ours, records):
        check("FIT time", fix["time"], get(frame, "timestamp").timestamp())
        check("FIT latitude", fix["latitude"], get(frame, "position_lat") * 180 / 2 ** 31, 1e-12)
        check("FIT longitude", fix["longitude"], get(frame, "position_long") * 180 / 2 ** 31, 1e-12)
        check("FIT altitude", fix["altitude"], get(frame, "enhanced_altitude", "altitude"), 1e-9)
        check("FIT speed", fix["speed"], get(frame, "enhanced_speed", "speed"), 1e-9)
        check("FIT accuracy", fix["horizontalAccuracy"], get(frame, "gps_accuracy"))
        for ours_name, name in (("heartRate", "heart_rate"), ("cadence", "cadence"), ("temperature", "temperature"),
                                ("power", "power"), ("distance", "distance")):
            check("FIT " + name, fix[ours_name], get(frame, name), 1e-9)
    for line, frame in zip(messages, others):
        if line["messageType"] != frame.name:
            faults.append("FIT: %s instead of %s" % (line["messageType"], frame.name))
            continue
        for name, value in line["message"].items():
            # Values that mean something get names there; their numbers are what is written.
            field = next((field for field in frame.fields if field.name == name), None)
            aliases = {"avg_speed": "enhanced_avg_speed", "max_speed": "enhanced_max_speed"}
            field = field or next((one for one in frame.fields if one.name == aliases.get(name)), None)
            if field is None:
                # A subfield has the name of what it means, and the raw number of its parent.
                field = next((one for one in frame.fields if one.parent_field and one.parent_field.name == name), None)
            if field is None:
                faults.append("FIT: fitdecode has no field %s.%s" % (frame.name, name))
            elif isinstance(value, str):
                theirs = field.value if isinstance(field.value, str) else field.value.strftime("%Y-%m-%dT%H:%M:%SZ")
                if value != theirs:
                    faults.append("FIT %s.%s: %s instead of %s" % (frame.name, name, value, theirs))
            elif name.startswith("start_position"):
                check("FIT " + name, value, field.raw_value * 180 / 2 ** 31, 1e-12)
            else:
                theirs = field.value if isinstance(field.value, (int, float)) else field.raw_value
                check("FIT %s.%s" % (frame.name, name), value, theirs, 1e-9)
