#!/usr/bin/env python3
"""`geoscript test` and `geoscript new` as commands: exit codes, reports read by PyPI's junitparser and tap.py, the lines
with code as Lua's own debug.getinfo knows them, recordings of worst worlds, and that nothing else is written.

The status is 1 when something differs.
"""
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import common

common.use_packages()
import junitparser  # noqa: E402
import tap.parser  # noqa: E402

HOME = """local app = {}
function app.didExitRegion(_, region)
  if region.identifier == "garden" then
    geoscript.alert{ title = "left " .. region.identifier }
  else
    print("never")
  end
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
"""
TEST = """local t = geoscript.test
t.script "home.lua"
t.test("leaves", function(run)
  run:fix{ latitude = 52.5, longitude = 13.4 }
  run:walk{ to = "52.51,13.4", speed = 3 }
  run:expectAlert{ title = "left garden" }
end)
t.test("a <b> & \\"c\\" # é \\27[31m", function(run) run:wait "1s" run:expectAlert{ title = "x" } end)
t.test("breaks", function(run) error "no" end)
"""
WORLDS = """local t = geoscript.test
t.script "home.lua"
t.worlds(20, { jitter = "30m,10s" })
t.test("stays near", function(run)
  run:fix{ latitude = 52.5003, longitude = 13.4 }
  run:sim "still?at=52.5003,13.4&duration=10min"
  run:expectNoAlert()
end)
"""
# What Lua says about the lines with code of a file and of the functions that it makes.
LINES = """
local lines = {}
local function note(f)
  if debug.getinfo(f, "S").source ~= "@" .. arg[1] then return end
  for line in pairs(debug.getinfo(f, "L").activelines) do lines[line] = true end
end
local main = assert(loadfile(arg[1]))
note(main)
local env = setmetatable({}, { __index = function() return setmetatable({}, { __index = function() return function() return
  setmetatable({}, { __index = function() return function() end end }) end end, __call = function() end }) end })
-- The functions that the script makes: caught where they are assigned.
debug.sethook(function()
  for i = 1, 250 do
    local name, value = debug.getlocal(2, i)
    if not name then break end
    if type(value) == "table" and getmetatable(value) == nil then
      for _, f in pairs(value) do if type(f) == "function" then note(f) end end
    end
  end
end, "l")
debug.setupvalue(main, 1, env)
main()
debug.sethook()
local list = {}
for line in pairs(lines) do list[#list + 1] = line end
table.sort(list)
print(table.concat(list, " "))
"""
good = bad = 0


def expect(what, is_so, *more):
    global good, bad
    good, bad = good + bool(is_so), bad + (not is_so)
    if not is_so:
        print("%s:" % what, *more, flush=True)


def run(folder, *words):
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def folder_with(**files):
    folder = tempfile.mkdtemp(dir=WORK)
    for name, text in files.items():
        with open(os.path.join(folder, name.replace("__", " ") + ".lua"), "w", encoding="utf-8") as w:
            w.write(text)
    return folder


def reports():
    folder = folder_with(home=HOME, home_test=TEST)
    code, out, err = run(folder, "test", "--junit", "report.xml")
    expect("exit code of a failure", code == 1, code, out, err)
    expect("no control sequence", "\x1b" not in out, repr(out))
    suites = junitparser.JUnitXml.fromfile(os.path.join(folder, "report.xml"))
    expect("junit totals", (suites.tests, suites.failures, suites.errors) == (3, 1, 1), suites.tests, suites.failures)
    cases = [case for suite in suites for case in suite]
    expect("junit names", [case.name for case in cases][:1] + [cases[1].name[:13]] == ["leaves", 'a <b> & "c" #'],
           [case.name for case in cases])
    kinds = [type(case.result[0]).__name__ if case.result else None for case in cases]
    expect("junit results", kinds == [None, "Failure", "Error"], kinds)
    expect("junit message", "expected an alert" in cases[1].result[0].message, cases[1].result[0].message)
    code, out, err = run(folder, "test", "--tap")
    lines = [line for line in tap.parser.Parser().parse_text(out) if line.category == "test"]
    expect("tap results", [line.ok for line in lines] == [True, False, False], out)
    expect("tap numbers", [line.number for line in lines] == [1, 2, 3], out)
    expect("tap has no directive", not any(line.skip or line.todo for line in lines), out)
    code, out, err = run(folder, "test", "--json")
    records = [json.loads(line) for line in out.splitlines()]
    expect("json", [r["type"] for r in records] == ["test"] * 3 + ["summary"] and records[-1]["code"] == 1, out)
    expect("json seconds", all(r["seconds"] == round(r["seconds"], 6) for r in records), out)
    # The command that a failure prints runs just it.
    again = subprocess.run(["sh", "-c", records[2]["failure"]["command"].replace("geoscript", '"$0"', 1), PROGRAM],
                           cwd=folder, capture_output=True, text=True)
    expect("command of a failure", again.returncode == 1 and "1 test:" in again.stdout, again.stdout, again.stderr)
    written = sorted(os.listdir(folder))
    expect("nothing else is written", written == ["home.lua", "home_test.lua", "report.xml"], written)


def coverage():
    folder = folder_with(home=HOME, home_test=TEST)
    with open(os.path.join(folder, "lines.txt"), "w") as w:
        w.write(LINES)
    known = subprocess.run(["lua5.4", "lines.txt", "home.lua"], cwd=folder, capture_output=True, text=True)
    code, out, err = run(folder, "test", "--filter", "leaves", "--coverage", "--lcov", "lines.info")
    with open(os.path.join(folder, "lines.info"), encoding="utf-8") as r:
        data = dict(map(int, line[3:].split(",")) for line in r.read().splitlines() if line.startswith("DA:"))
    expect("lines with code", sorted(data) == [int(word) for word in known.stdout.split()], sorted(data), known)
    expect("lines that ran", [line for line, count in sorted(data.items()) if count == 0] == [6], data)
    expect("the alert's line ran once", data[4] == 1, data)
    expect("coverage text", "home.lua: " in out and "not run: 6" in out, out)


def worlds():
    folder = folder_with(home=HOME, home_test=WORLDS)
    code, out, err = run(folder, "test", "--json")
    test = json.loads(out.splitlines()[0])
    expect("worlds", code == 1 and test["worlds"]["count"] == 20 and test["worlds"]["held"] < 20, out)
    # The recording of the worst world replays to the alert that was not expected.
    code, replayed, err = run(folder, "run", "home.lua", "--from", test["recording"], "--quiet")
    expect("recording", "left garden" in replayed and replayed.split()[0] in test["failure"]["got"], replayed, test)
    others = [run(folder, "test", "--json", "--jobs", jobs)[1].splitlines()[0] for jobs in ("2", "3")]
    same = [json.loads(text)["failure"] == test["failure"] and json.loads(text)["worlds"] == test["worlds"]
            for text in others]
    expect("jobs change nothing", all(same), others)


def recorded():
    """A failed test is handed to why, and its recording goes once it holds."""
    folder = folder_with(home=HOME, home_test=TEST.replace("run:expectAlert{ title = \"left garden\" }", "run:expectNoAlert()"))
    code, out, err = run(folder, "test", "--filter", "leaves")
    expect("no recording without --record", code == 1 and not os.path.exists(folder + "/.geoscript"), code, out, err)
    code, out, err = run(folder, "test", "--filter", "leaves", "--record")
    files = os.listdir(folder + "/.geoscript")
    expect("a recording of a failed test", code == 1 and len(files) == 1 and "recording: .geoscript/" + files[0] in out, out)
    code, why, err = run(folder, "why", "left garden", "home.lua", "--from", ".geoscript/" + files[0])
    expect("why of a failed test", code == 0 and "raised at home.lua:4" in why and "exited" in why, code, why, err)
    with open(os.path.join(folder, "home_test.lua"), "w", encoding="utf-8") as w:
        w.write(TEST)
    code, out, err = run(folder, "test", "--filter", "leaves", "--record")
    expect("it goes when the test holds", code == 0 and not os.listdir(folder + "/.geoscript"), out, err)


def wrong():
    empty = tempfile.mkdtemp(dir=WORK)
    for words, expected, part in [
        (["test"], 66, "no test was found"),
        (["test", "gone_test.lua"], 66, "there is no such test file"),
        (["test", "--jobs", "0"], 64, "--jobs must be 1 to 256"),
        (["test", "--tap", "--json"], 64, "choose one"),
    ]:
        code, out, err = run(empty, *words)
        expect(" ".join(words), code == expected and part in out + err, code, out, err)
    for name, text, expected, part in [
        ("syntax", "local t = = 1", 65, "broken: x_test.lua:1:"),
        ("picture", "\0\1\2", 65, "not a Lua file"),
        ("loop", "while true do end", 65, "stopped after"),
        ("loop in a test", 'local t = geoscript.test t.script "home.lua" t.test("x", function() while true do end end)',
         1, "stopped after"),
        ("no tests", 'geoscript.test.script "home.lua"', 66, "t.test"),
        ("much printed", 'local t = geoscript.test t.script "home.lua" t.test("x", function(run) for i = 1, 1e5 do '
         'print(("x"):rep(1000)) end end)', 0, "1 passed"),
        ("much printed by a test that fails", 'local t = geoscript.test t.script "home.lua" t.test("x", function(run) '
         'for i = 1, 1e5 do print(("x"):rep(1000)) end error "no" end)', 1, "(the test printed 100,000 lines)"),
    ]:
        folder = folder_with(home=HOME, x_test=text)
        code, out, err = run(folder, "test")
        expect(name, code == expected and part in out + err and len(out) < 20000, code, out[:2000], err)
    folder = folder_with(my__dog=HOME, my__dog_test=TEST.replace("home.lua", "my dog.lua"))
    code, out, err = run(folder, "test", "my dog_test.lua", "--filter", "leaves")
    expect("names with blanks", code == 0, code, out, err)
    code, out, err = run(folder, "run", "my dog_test.lua", "--quiet")
    expect("a test file is not run", code == 65 and "exists only under `geoscript test`" in err, code, err)
    code, out, err = run(folder, "check", "my dog_test.lua")
    expect("check knows the words of tests", code == 0 and not out, out, err)


def watch():
    folder = folder_with(home=HOME, home_test=TEST, other_test='error "not this one"')
    process = subprocess.Popen([PROGRAM, "test", "--watch", "--filter", "leaves", "home_test.lua"], cwd=folder,
                               stdout=subprocess.PIPE, text=True)
    threading.Timer(30, process.kill).start()
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        expect("watch runs at once", "1 passed" in lines[2], lines)
        saved = time.monotonic()
        with open(os.path.join(folder, "home.lua"), "w", encoding="utf-8") as w:
            w.write(HOME.replace("left ", "gone from "))
        first = process.stdout.readline()
        seconds = time.monotonic() - saved
        expect("watch answers after saving", first == "home_test.lua\n", first)
        print("watch answered %.2f s after saving" % seconds)
        expect("watch shows the failure", "FAIL" in process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def new():
    folder = tempfile.mkdtemp(dir=WORK)
    for name in ["dog", "boat", "my van"]:
        code, out, err = run(folder, "new", name)
        expect("new " + name, code == 0 and "geoscript test" in out, code, out, err)
        for words in (["test"], ["check", "."], ["run", "--quiet"]):
            code, out, err = run(os.path.join(folder, name), *words)
            expect("%s: %s" % (name, words), code == 0 and "warning" not in out + err, code, out, err)
    code, out, err = run(folder, "new", "dog")
    expect("new over what is there", code == 73 and "nothing is written" in err, code, err)
    code, out, err = run(folder, "new", "x", "--kind", "plane")
    expect("an unknown kind", code == 64, code, err)


PROGRAM = common.program()
with tempfile.TemporaryDirectory() as WORK:
    for part in (reports, coverage, worlds, recorded, wrong, watch, new):
        part()
common.count_checks(good, bad)
print("%d passed, %d failed" % (good, bad))
sys.exit(bad > 0)
