#!/usr/bin/env python3
"""`geoscript why`, and the forms for programs of `check` and `docs`.

Checked: each alert of the examples, asked for by its id, from the track and from a recording, is explained by records
that `run --json --explain` prints, too; what a region missed by, beside PROJ's distances; exit codes and messages of
mistakes; that bundles raise their alerts again; SARIF by PyPI's sarif-pydantic; that docs --json has each class of the
language server's definitions.

The status is 1 when something differs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

import common
from common import ROOT

common.use_packages()
import pyproj  # noqa: E402
import sarif_pydantic  # noqa: E402

EXAMPLES = os.path.join(ROOT, "examples")
RUNS = [
    ("geofence.lua", ["--from", "tracks/zbevnica-hike.gpx"]),
    ("school-run.lua", ["--from", "tracks/visnjan-drive.gpx"]),
    ("family.lua", ["--from", "tracks/family.ndjson", "--stale-after", "1800"]),
    ("depot-count.lua", ["--from", "tracks/vans.csv", "--group-by", "depot", "--settings", "tracks/vans-settings.csv"]),
    ("convoy.lua", ["--from", "tracks/convoy.ndjson"]),
    ("fleet.lua", ["--from", "tracks/fleet.ndjson"]),
]
GARDEN = """local app = {}
function app.didExitRegion() geoscript.alert{ title = "out" } end
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 100 }, 40)
"""
good = bad = 0


def expect(what, is_so, *more):
    global good, bad
    good, bad = good + bool(is_so), bad + (not is_so)
    if not is_so:
        print("%s:" % what, *more, flush=True)


def same(record):
    return json.dumps(record, sort_keys=True)


def run(folder, *words):
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def examples():
    for script, words in RUNS:
        recording = os.path.join(WORK, script + ".ndjson")
        code, out, err = run(EXAMPLES, "run", script, *words, "--json", "--quiet", "--record", recording)
        alerts = [record for record in map(json.loads, out.splitlines()) if record["type"] == "alert"]
        expect("%s has alerts" % script, code == 0 and alerts, code, err)
        others = [word for at, word in enumerate(words) if word not in ("--from",) and words[at - 1] != "--from"]
        for alert in alerts[:3] + alerts[-1:]:
            subject = alert.get("region", "all")
            explained = run(EXAMPLES, "run", script, *words, "--json", "--quiet", "--explain", subject)[1]
            known = {same(json.loads(line)) for line in explained.splitlines()}
            # A recording has the silences of --stale-after, which the option would add again for each device.
            for sources in (words, ["--from", recording] + others):
                code, out, err = run(EXAMPLES, "why", alert["id"], script, *sources, "--json")
                title = "%s %s %s" % (script, alert["title"], sources[1])
                if code != 0:
                    expect(title, False, code, err)
                    continue
                answer = json.loads(out)
                expect(title + ": alert", all(alert.get(k) == v for k, v in answer["alert"].items()),
                       answer["alert"])
                lines = [same(record) for record in answer["records"]]
                expect(title + ": records", lines and set(lines) <= known, set(lines) - known)
                expect(title + ": the alert is last", answer["records"][-1].get("id") == alert["id"], lines[-1:])
                file, line = answer["place"].rsplit(":", 1)
                with open(os.path.join(EXAMPLES, file), encoding="utf-8") as r:
                    text = r.read().splitlines()[int(line) - 1]
                expect(title + ": place", "geoscript.alert" in text, answer["place"], text)
                expect(title + ": its line ran", any(
                    one["line"] == int(line) and one["text"] == text for one in answer["lines"]), answer["lines"])


def kept():
    """A state directory has the files of a run: why answers with them when they have changed, also for a module."""
    folder = tempfile.mkdtemp(dir=WORK)

    def write(name, text):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as w:
            w.write(text)

    def fence(name, longitude):
        return json.dumps({"type": "Feature", "properties": {"name": name, "radius": 100},
                           "geometry": {"type": "Point", "coordinates": [longitude, 52.5]}})

    script = GARDEN.replace('"out"', 'require("lib.words").out')
    write("garden.lua", script)
    write("lib/words.lua", 'return { out = "out" }')
    write("yard.geojson", fence("yard", 13.4))
    write("gate.geojson", fence("gate", 14))
    write("walk.ndjson", "".join('{"time":%d,"latitude":%s,"longitude":13.4}\n' % (1_780_000_000 + 60 * n, place)
                                 for n, place in enumerate([52.5, 52.51])))
    words = ["garden.lua", "--fences", "yard.geojson", "--fences", "gate.geojson"]
    code, out, err = run(folder, "run", *words, "--from", "walk.ndjson", "--state", "state", "--record", "r.ndjson", "--json")
    alert = [record for record in map(json.loads, out.splitlines()) if record["type"] == "alert"][0]
    asked = ["why", alert["id"], *words, "--from", "r.ndjson"]
    first = run(folder, *asked)
    expect("why without a change", first[0] == 0 and not first[2], first)
    sources = sorted(os.listdir(folder + "/state/sources"))
    expect("what is kept", [name.partition(".")[2] for name in sources].count("lua") == 2 and len(sources) in (4, 5), sources)
    write("garden.lua", "-- another\n" + script.replace("radius = 100", "radius = 5000"))
    write("lib/words.lua", 'return { out = "gone" }')
    write("yard.geojson", fence("yard", 15))
    code, out, err = run(folder, *asked)
    expect("why after a change", code == 65 and "--state DIR has what ran" in err, code, err)
    code, out, err = run(folder, *asked, "--state", "state")
    expect("why with the files of then", (code, out) == (0, first[1]), code, out, err)
    expect("they are named", "from --state: the files of --fences, garden.lua, lib/words.lua" in err, err)
    expect("nothing is kept twice", sorted(os.listdir(folder + "/state/sources")) == sources)
    os.remove(os.path.join(folder, "lib/words.lua"))
    expect("a module that is gone", run(folder, *asked, "--state", "state")[:2] == (0, first[1]))
    code, out, err = run(folder, *asked, "--state", "state", "--bundle", "b.zip")
    with zipfile.ZipFile(os.path.join(folder, "b.zip")) as archive:
        texts = {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}
    expect("a bundle has the files of then", texts["garden.lua"] == script and '"out"' in texts["lib/words.lua"], texts.keys(), err)


def bundles():
    """A bundle, unpacked by Python's zipfile, raises the alert again and explains it in the same way."""
    for script, words in RUNS:
        out = run(EXAMPLES, "run", script, *words, "--json", "--quiet", "--alerts", "none")[1]
        alert = [record for record in map(json.loads, out.splitlines()) if record["type"] == "alert"][-1]
        path = os.path.join(WORK, script + ".zip")
        token = ["--alerts", "https://example.org/SECRET", "--alert-header", "X: SECRET"]
        code, first, err = run(EXAMPLES, "why", alert["id"], script, *words, *token, "--json", "--bundle", path)
        expect(script + ": bundle", code == 0 and err.startswith("wrote "), code, err)
        with tempfile.TemporaryDirectory(dir=WORK) as folder:
            with zipfile.ZipFile(path) as archive:
                expect(script + ": archive", archive.testzip() is None, archive.testzip())
                names = archive.namelist()
                archive.extractall(folder)
            inside = os.path.join(folder, script)
            expect(script + ": names", {script + "/" + n for n in (script, "events.ndjson", "geoscript.toml")} <= set(names),
                   names)
            texts = [open(os.path.join(folder, name), encoding="utf-8").read() for name in names]
            expect(script + ": no secrets", not any("SECRET" in text for text in texts), names)
            code, again, err = run(inside, "why", alert["id"], script, "--json")
            expect(script + ": again", code == 0, code, err)
            if code == 0:
                expect(script + ": the same", json.loads(again)["alert"] == json.loads(first)["alert"], again)
                expect(script + ": records", json.loads(again)["records"][-1] == json.loads(first)["records"][-1], again)
        code, out, err = run(EXAMPLES, "why", alert["id"], script, *words, "--bundle", path)
        expect(script + ": no file is replaced", code == 73, code, err)


def missed():
    geod = pyproj.Geod(ellps="WGS84")
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        with open(os.path.join(folder, "home.lua"), "w") as w:
            w.write(GARDEN)
        for bearing in (0, 77, 141, 260):
            distances = [0, 60, 118, 131.5, 125, 40]
            with open(os.path.join(folder, "walk.ndjson"), "w") as w:
                for index, distance in enumerate(distances):
                    east, north, _ = geod.fwd(13.4, 52.5, bearing, distance)
                    w.write(json.dumps({"type": "location", "time": 1777888800 + 60 * index, "latitude": north,
                                        "longitude": east, "horizontalAccuracy": 4}) + "\n")
            code, out, err = run(folder, "why", "home.lua", "--not", "garden", "--at", "10:02", "--from", "walk.ndjson",
                                 "--json")
            answer = json.loads(out)
            first = answer["reasons"][0]
            # 131.5 m from the center are 31.5 m outside of the 100 m: 8.5 m less than the buffer of 40 m.
            expect("missing at %d°" % bearing, first["rule"] == "held" and abs(first["missing"] - 8.5) < 0.001, out)
            expect("its time", first["time"] == "2026-05-04T10:03:00Z", first)
        for words, expected, part in [
            (["why"], 64, "name an alert and a script"),
            (["why", "home.lua", "--not", "garden", "--from", "walk.ndjson"], 64, "--at 10:02"),
            (["why", "home.lua", "--at", "soon", "--from", "walk.ndjson"], 64, "--at takes a time"),
            (["why", "home.lua", "--at", "10:02"], 64, "--record"),
            (["why", "home.lua", "--at", "10:02", "--from", "mqtt://broker/x"], 64, "cannot be played again"),
            (["why", "home.lua", "--at", "10:02", "--from", "walk.ndjson", "--device", "wolk"], 65, "walk"),
            (["why", "out", "home.lua", "--from", "walk.ndjson"], 65, "it raises none"),
            (["why", "home.lua", "--at", "10:02", "--from", "gone.gpx"], 66, "gone.gpx"),
            (["why", "home.lua", "--at", "10:02", "--from", "walk.ndjson", "--jitterr", "3m"], 64, "--jitter"),
        ]:
            code, out, err = run(folder, *words)
            expect(" ".join(words), code == expected and part in err, code, out, err)
        expect("nothing is written", sorted(os.listdir(folder)) == ["home.lua", "walk.ndjson"], os.listdir(folder))


def forms():
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        with open(os.path.join(folder, "my dog.lua"), "w", encoding="utf-8") as w:
            w.write('local ä = "🐕" .. undefinedName\nlocal = 1\n')
        with open(os.path.join(folder, "warn.lua"), "w", encoding="utf-8") as w:
            w.write('local x = "ä🐕" .. undefinedName\nprint(x)\n')
        code, out, err = run(folder, "check", ".", "--sarif")
        log = sarif_pydantic.Sarif.model_validate_json(out)
        plain = [json.loads(line) for line in run(folder, "check", ".", "--json")[1].splitlines()]
        results = log.runs[0].results
        expect("sarif has each finding", code == 65 and [r.message.text for r in results] == [f["message"] for f in plain],
               out, plain)
        places = [result.locations[0].physical_location for result in results]
        expect("uris", {place.artifact_location.uri for place in places} == {"my%20dog.lua", "warn.lua"} or
               all("my%20dog.lua" in p.artifact_location.uri or "warn.lua" in p.artifact_location.uri for p in places), out)
        expect("lines", [place.region.start_line for place in places] == [f["line"] for f in plain], out)
        # The name is the 19th code point of its line: local x = "ä🐕" .. undefinedName
        warned = [p.region.start_column for p in places if p.artifact_location.uri.endswith("warn.lua")]
        expect("columns in code points", warned and warned[0] == 19, out)
        code, out, err = run(folder, "check", ".", "--sarif", "--json")
        expect("two forms", code == 64, code, err)
    code, out, err = run(WORK, "docs", "--json")
    manual = json.loads(out)
    stubs = run(WORK, "stubs")[1]
    classes = set(re.findall(r"^---@class (\w+)", stubs, re.M))
    named = {item["name"] for kind in ("classes", "structs", "protocols", "delegates") for item in manual[kind]}
    expect("docs --json has the stubs' classes", len(classes & named) > 100 and {
        item["name"] for item in manual["classes"]} <= classes, {item["name"] for item in manual["classes"]} - classes)
    pages = {page["name"] for page in manual["pages"]}
    with_text = all(page["text"].strip() for page in manual["pages"])
    files = {name[:-3] for name in os.listdir(os.path.join(ROOT, "Sources", "Manual", "pages")) if name.endswith(".md")}
    expect("docs --json has each page", files <= pages and with_text, files - pages)
    code, out, err = run(WORK, "docs", "why", "--json")
    expect("docs NAME --json", code == 0 and json.loads(out)["name"] == "why", code, out[:200])
    code, out, err = run(WORK, "docs", "nothinglikethis", "--json")
    expect("a page that is not there", code == 66 and "no such page" in err, code, err)


PROGRAM = common.program()
with tempfile.TemporaryDirectory() as WORK:
    for part in (examples, kept, bundles, missed, forms):
        part()
common.count_checks(good, bad)
print("%d passed, %d failed" % (good, bad))
sys.exit(bad > 0)
