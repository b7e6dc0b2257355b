#!/usr/bin/env python3
"""Scripts ask a real Nominatim on loopback, and their geocoders must return the server's answers.

  scripts/checks/geocoders.py

The server is that of scripts/fixtures/nominatim.sh, with OpenStreetMap's centre of Helsinki; it is started and stopped here.
Checked: each placemark of forward, structured and reverse requests against the server's own answer, fetched here and
read by other rules; languages and a preferred region; what is found nowhere; the same output with --jobs 2; that
a second run with --state asks nothing; and that the recorded answers of Tests/geocoding are what it says today.
The status is 1 when something differs.
"""
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from common import ROOT, count_checks, program

RECORDED = {
    "search-address": "search?format=jsonv2&addressdetails=1&limit=3&q=Mannerheimintie%2010%2C%20Helsinki",
    "search-structured": "search?format=jsonv2&addressdetails=1&limit=10&street=10%20Mannerheimintie&city=Helsinki"
                         "&countrycodes=fi",
    "search-city": "search?format=jsonv2&addressdetails=1&limit=1&q=Helsinki",
    "search-country": "search?format=jsonv2&addressdetails=1&limit=1&q=Finland&accept-language=en",
    "search-suburb": "search?format=jsonv2&addressdetails=1&limit=2&q=Kluuvi&accept-language=sv",
    "search-postcode": "search?format=jsonv2&addressdetails=1&limit=1&q=00100",
    "search-none": "search?format=jsonv2&addressdetails=1&limit=10&q=zzzzqq",
    "reverse-street": "reverse?format=jsonv2&addressdetails=1&lat=60.16952&lon=24.95245",
    "reverse-house": "reverse?format=jsonv2&addressdetails=1&lat=60.1675939&lon=24.9413605",
    "reverse-none": "reverse?format=jsonv2&addressdetails=1&lat=0&lon=0",
    "error": "reverse?format=jsonv2&lat=abc&lon=1",
}
TEXTS = [
    "Mannerheimintie 10, Helsinki", "10 Mannerheimintie", "Bulevardi 10", "Aleksanterinkatu 52, 00100 Helsinki",
    "Senaatintori", "Stockmann", "kluuvi", "Helsinki", "Suomi", "00100", "Rautatieasema", "Kaivokatu",
    "Esplanadin puisto", "Ateneum", "Yliopistonkatu 1", "zzzzqq", "Fabianinkatu 33", "hotel in Helsinki",
]
SCRIPT = """
local cases = CASES
local geocoder, app, count = CLGeocoder.new(), {}, 0
local function show(kind, question)
  return function(placemarks, error)
    if error then print(kind, question, "error", error.code, error.localizedDescription) return end
    for number, p in ipairs(placemarks) do
      print(kind, question, number, p.location.coordinate.latitude, p.location.coordinate.longitude, p.name or "",
        p.thoroughfare or "", p.subThoroughfare or "", p.locality or "", p.postalCode or "", p.country or "",
        p.ISOcountryCode or "")
    end
  end
end
function app.didUpdateToLocation(_, new)
  count = count + 1
  local case = cases[count]
  if case == nil then return end
  if case.text then geocoder:geocodeAddressString(case.text, show("text", case.text))
  elseif case.address then geocoder:geocodeAddressDictionary(case.address, show("address", case.address.Street))
  elseif case.locale then
    geocoder:reverseGeocodeLocation_preferredLocale_completionHandler(new, case.locale, show("reverse", case.locale))
  elseif case.near then
    local region = CLCircularRegion(CLLocationCoordinate2DMake(60.17, 24.945), 500, "centre")
    geocoder:geocodeAddressString(case.near, region, show("near", case.near))
  else geocoder:reverseGeocodeLocation(new, show("reverse", case.number)) end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""


class Checks:
    def __init__(self):
        self.good = self.bad = 0

    def that(self, title, is_true, detail=""):
        self.good += is_true
        self.bad += not is_true
        if not is_true:
            print("✘", title, str(detail)[:400])


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


def lua(value):
    if isinstance(value, dict):
        return "{ " + ", ".join("%s = %s" % (name, lua(part)) for name, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def expected(result):
    """The expected placemark of a result, from the server's answer."""
    address = result["address"]
    number, road = address.get("house_number", ""), address.get("road", address.get("square", ""))
    # In Helsinki the number stands behind the street.
    street = " ".join(part for part in (road, number) if part)
    name = result["name"] or (street if road else "") or result["display_name"].split(",")[0]
    return [result["lat"], result["lon"], name, road, number, address.get("city", ""), address.get("postcode", ""),
            address.get("country", ""), address.get("country_code", "").upper()]


def cases_of(server):
    """Questions, each with the expected request to the server."""
    found = []
    for text in TEXTS:
        found.append(({"text": text}, "search", {"q": text, "limit": "10"}))
    for street in ("10 Mannerheimintie", "Bulevardi 10"):
        found.append(({"address": {"Street": street, "City": "Helsinki", "CountryCode": "FI"}}, "search",
                      {"street": street, "city": "Helsinki", "countrycodes": "fi", "limit": "10"}))
    found.append(({"near": "Mannerheimintie"}, "search", None))
    houses = json.loads(fetch(server + "/search?" + urllib.parse.urlencode(
        {"format": "jsonv2", "q": "Fredrikinkatu", "limit": "5"})))
    houses += json.loads(fetch(server + "/search?format=jsonv2&q=restaurant%20Helsinki&limit=12"))
    for number, house in enumerate(houses):
        place = float(house["lat"]), float(house["lon"])
        found.append(({"number": number}, "reverse", place))
    for locale in ("sv", "en"):
        found.append(({"locale": locale}, "reverse", (60.16952, 24.95245)))
    found.append(({"number": "nowhere"}, "reverse", (0.0, 0.0)))
    return found


def ask_server(server, path, words, case):
    query = {"format": "jsonv2", "addressdetails": "1"}
    if path == "reverse":
        query.update(lat="%.6f" % words[0], lon="%.6f" % words[1])
        if "locale" in case:
            query["accept-language"] = case["locale"]
    else:
        query.update(words)
    answer = json.loads(fetch("%s/%s?%s" % (server, path, urllib.parse.urlencode(query))))
    if isinstance(answer, dict):
        return [] if "error" in answer else [answer]
    return answer


def log_of(cases):
    lines = []
    for number, (_, path, words) in enumerate(cases):
        place = words if path == "reverse" else (61 + number / 100, 25)
        lines.append(json.dumps({"time": 1780000000 + 61 * number, "latitude": place[0], "longitude": place[1]}))
    return "".join(line + "\n" for line in lines)


def run(program, folder, server, *words):
    command = [program, "run", "ask.lua", "--from", "log.ndjson", "--allow-net", "--quiet",
               "--geocoder", "nominatim:" + server, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout, done.stderr, done.returncode


def compare(checks, server, cases, output):
    rows = [line.split("\t") for line in output.splitlines()]
    for case, path, words in cases:
        if words is None:
            near = [row for row in rows if row[0] == "near"]
            checks.that("a preferred region", near and all(row[6] == "Mannerheimintie" for row in near), near)
            continue
        kind = "address" if "address" in case else "text" if "text" in case else "reverse"
        question = str(case.get("text") or case.get("locale") or case.get("number", "")
                       if kind != "address" else case["address"]["Street"])
        told = [row for row in rows if row[0] == kind and row[1] == question]
        results = ask_server(server, path, words, case)
        title = "%s %s" % (kind, question)
        if not results:
            checks.that(title + ": nothing is found", len(told) == 1 and told[0][2:4] == ["error", "8"], told)
            continue
        checks.that(title + ": as many", len(told) == len(results), (len(told), len(results)))
        for row, result in zip(told, results):
            wanted = expected(result)
            is_same = row[5:] == wanted[2:] and all(abs(float(a) - float(b)) < 1e-9
                                                    for a, b in zip(row[3:5], wanted[:2]))
            checks.that(title, is_same, (row[3:], wanted))


def main():
    geoscript = program()
    nominatim = os.path.join(ROOT, "scripts", "fixtures", "nominatim.sh")
    server = subprocess.run([nominatim, "start"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    checks = Checks()
    try:
        for name, path in RECORDED.items():
            with open(os.path.join(ROOT, "Tests", "geocoding", "nominatim-%s.json" % name), "rb") as file:
                checks.that("recorded: " + name, file.read() == fetch("%s/%s" % (server, path)))
        cases = cases_of(server)
        with tempfile.TemporaryDirectory() as folder:
            script = SCRIPT.replace("CASES", "{ %s }" % ", ".join(lua(c) for c, _, _ in cases))
            for name, text in (("ask.lua", script), ("log.ndjson", log_of(cases))):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            output, errors, code = run(geoscript, folder, server, "--state", "kept")
            checks.that("the run", code == 0 and "warning" not in errors, errors)
            compare(checks, server, cases, output)
            checks.that("two workers", run(geoscript, folder, server, "--jobs", "2")[0] == output)
            os.rename(os.path.join(folder, "kept", "geocoding.sqlite"), os.path.join(folder, "geocoding.sqlite"))
            subprocess.run([nominatim, "stop"], check=True, stdout=subprocess.DEVNULL)
            os.mkdir(os.path.join(folder, "later"))
            os.rename(os.path.join(folder, "geocoding.sqlite"), os.path.join(folder, "later", "geocoding.sqlite"))
            checks.that("without the server", run(geoscript, folder, server, "--state", "later")[0] == output)
    finally:
        subprocess.run([nominatim, "stop"], stdout=subprocess.DEVNULL)
    count_checks(checks.good, checks.bad)
    print("%d checks against Nominatim: %d passed, %d failed" % (checks.good + checks.bad, checks.good, checks.bad))
    sys.exit(checks.bad > 0)


main()
