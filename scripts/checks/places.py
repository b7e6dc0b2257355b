#!/usr/bin/env python3
"""Compares the default gazetteer with other sources:

  scripts/checks/places.py

.build/gazetteer holds gazetteer.sqlite and default/cities500.txt, of which it was made: scripts/generate/gazetteer.sh --build.
- Reverse: at 10,000 random towns' points the town is locality or subLocality for 99 %; the others are listed by cause.
- Reverse: the country of 10,000 random points on land, 5 km from borders and coasts, is that of OpenStreetMap for 99.5 %.
- Forward: of 1,000 towns drawn by their people, misspelt in one letter of four to seven, in two of eight and more, 95 %
  are among the first three.
- Names in several scripts, the documents' examples, and points at sea, at the poles and at the 180th meridian.
"""

import collections
import math
import pathlib
import random
import subprocess
import sys
import unicodedata

import common

common.use_packages()

FOLDER = common.ROOT + "/.build/gazetteer"
sys.path.insert(0, common.ROOT + "/scripts/generate/gazetteer")

# What ISO 3166 gives an own code and OpenStreetMap counts to the country.
PARTS = {
    "FR": "BL GF GP MF MQ NC PF PM RE TF WF YT", "NO": "BV SJ", "NL": "AW BQ CW SX", "CN": "HK MO", "FI": "AX",
    "US": "AS GU MP PR UM VI", "AU": "CC CX HM NF", "DK": "FO GL", "GB": "GG IM JE", "NZ": "CK NU TK",
}
# Texts, and the position within 30 km of which the first result must lie.
NAMES = [
    ("東京", 35.69, 139.7), ("大阪", 34.69, 135.5), ("京都", 35.02, 135.75), ("札幌", 43.06, 141.35),
    ("とうきょう", 35.69, 139.7), ("Москва", 55.75, 37.62), ("Санкт-Петербург", 59.94, 30.31), ("Київ", 50.45, 30.52),
    ("القاهرة", 30.06, 31.25), ("الرياض", 24.69, 46.72), ("北京", 39.91, 116.4), ("上海", 31.22, 121.46),
    ("서울", 37.57, 126.98), ("Αθήνα", 37.98, 23.73), ("ירושלים", 31.77, 35.22), ("กรุงเทพมหานคร", 13.75, 100.5),
    ("दिल्ली", 28.65, 77.23), ("Tōkyō", 35.69, 139.7), ("tokyo", 35.69, 139.7), ("MÜNCHEN", 48.14, 11.58),
    ("Sao Paulo", -23.55, -46.64), ("Reykjavik", 64.14, -21.9), ("Springfield, IL", 39.8, -89.64),
    ("Paris, Texas", 33.66, -95.56), ("Cambridge MA", 42.37, -71.1), ("London, Ontario", 42.98, -81.23),
    ("Apple Inc", 37.33, -122.03), ("1 Infinite Loop", 37.33, -122.03),
    ("1 Infinite Loop, Cupertino, CA USA", 37.33, -122.03), ("95014", 37.32, -122.03), ("100-0005", 35.68, 139.75),
    # Streets of no list, parts of names, codes, states and countries alone, slips in one of two names, waters.
    ("221B Baker Street London", 51.51, -0.13), ("10 rue de Rivoli, Paris", 48.85, 2.35),
    ("Unter den Linden 77 Berlin", 52.52, 13.4), ("Calle Mayor 3, Madrid", 40.42, -3.7),
    ("1600 Pennsylvania Ave NW, Washington, DC", 38.9, -77.04), ("東京都新宿区西新宿2-8-1", 35.69, 139.7),
    ("서울 강남구", 37.57, 126.98), ("千代田", 35.69, 139.75), ("横浜", 35.43, 139.65), ("浦东", 31.24, 121.5),
    ("Frankfrt Main", 50.12, 8.68), ("Rio Janeiro", -22.91, -43.18), ("San Franscisco Californa", 37.77, -122.42),
    ("Copenhagn Denmark", 55.68, 12.57), ("Kuala Lumper", 3.14, 101.69), ("Lodnon UK", 51.51, -0.13),
    ("94103-1234", 37.77, -122.41), ("K1A 0B1", 45.42, -75.7), ("M5V 3L9 Toronto", 43.65, -79.37),
    ("SW1A 1AA London", 51.51, -0.13), ("10115 Berlin", 52.52, 13.41), ("D-10115 Berlin", 52.52, 13.41),
    ("350 5th Ave, New York, NY 10118", 40.75, -73.99), ("〒150-0002", 35.66, 139.71),
    ("Japan", 36.65, 137.99), ("Bayern", 48.95, 11.33), ("California", 36.41, -119.91), ("NSW", -33.31, 150.89),
    ("UK", 53.94, -2.51), ("Washington", 38.9, -77.04), ("New York", 40.71, -74.01), ("Victoria", -37.63, 144.92),
    ("Tbilisi Georgia", 41.69, 44.83), ("Athens, Georgia", 33.96, -83.38), ("Perth, Scotland", 56.4, -3.43),
    ("Curitiba PR", -25.43, -49.27), ("Lake Victoria", -1.25, 32.87), ("Dead Sea", 31.54, 35.49),
    ("Leningrad", 59.94, 30.31), ("Den Haag", 52.08, 4.3), ("Granada", 37.19, -3.61),
]
# Points, and the expected value of one column of their answer.
POINTS = [
    ((35.681236, 139.767125), "JP", "Tokyo"), ((40.758, -73.9855), "US", "New York"), ((-33.8568, 151.2153), "AU", "Sydney"),
    ((37.7749, -122.4194), "US", "San Francisco"), ((46.2381, 6.1089), "CH", "Geneva"), ((48.98, -123.06), "US", "Washington"),
    ((41.9029, 12.4534), "VA", "Vatican"), ((-1.0, 33.0), "UG", "Lake Victoria"), ((0, -150), None, "Pacific Ocean"),
    ((90, 0), None, "Arctic Ocean"), ((-90, 0), "AQ", "Antarctica"), ((0, 180), None, "Pacific Ocean"),
    ((0, -180), None, "Pacific Ocean"), ((42.0, 51.0), None, "Caspian Sea"), ((36.14, -5.35), "GI", "Gibraltar"),
]


class Checks:
    def __init__(self):
        self.failed = 0

    def rate(self, title, good, count, least):
        rate = 100 * good / count
        print(f"{'ok    ' if rate >= least else 'FAILED'} {title}: {good:,} of {count:,}, {rate:.2f} % (at least {least:g})")
        self.failed += rate < least

    def claim(self, title, holds):
        if not holds:
            print(f"FAILED {title}")
            self.failed += 1


def ask(program, verb, folder, lines):
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([program, verb, "--data", folder], input=text, capture_output=True, text=True, check=True)
    answers = [line.split("\t") for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(lines):
        raise SystemExit(f"{verb}: {len(answers)} answers to {len(lines)} questions")
    return answers


def positions(program, folder, points):
    """Returns the output of geobench gazetteer-values for each point."""
    return ask(program, "gazetteer-values", folder, [f"{latitude} {longitude}" for latitude, longitude in points])


def towns(folder):
    """Returns (name, latitude, longitude, country, people) of the table that the gazetteer was made of."""
    found = []
    for line in (pathlib.Path(folder) / "default/cities500.txt").open():
        row = line.split("\t")
        found.append((row[1], float(row[4]), float(row[5]), row[8], int(row[14])))
    return found


def distance(a, b):
    """Kilometers on a sphere."""
    (a, b), (c, d) = map(math.radians, a), map(math.radians, b)
    half = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 12742 * math.asin(math.sqrt(min(1, half)))


def check_towns(checks, program, folder, every):
    picked = random.Random(10).sample(every, 10_000)
    good, causes = 0, collections.defaultdict(list)
    for (name, latitude, longitude, country, _), answer in zip(
            picked, positions(program, folder, [town[1:3] for town in picked])):
        _, code, _, _, locality, part, lake, ocean = answer[:8]
        if name in (locality, part):
            good += 1
        elif lake or ocean:
            causes["in water"].append(f"{name}: {lake or ocean}")
        elif code != country:
            causes["in another country"].append(f"{name}, {country}: {code}")
        else:
            causes["another place is there"].append(f"{name}, {country}: {locality} / {part}")
    checks.rate("towns at their own points", good, len(picked), 99)
    for cause, names in sorted(causes.items()):
        print(f"       {cause}: {len(names)}; {'; '.join(names[:12])}")


def check_countries(checks, program, folder):
    kept = pathlib.Path(folder) / "land-points.txt"
    if not kept.exists():
        import land
        import packages

        found = packages.Packages(folder)
        found.environment()
        if not all([found.python_package(name) for name in ("nominatim-db==5.3.3", "global_land_mask==1.0.0")]):
            raise SystemExit("the points on land cannot be had")
        kept.write_text("".join(
            f"{latitude} {longitude} {code}\n" for latitude, longitude, code in land.Oracle(found.files).points(10_000, 6)))
    points = [line.split() for line in kept.read_text().splitlines()]
    others = collections.Counter()
    for (_, _, code), answer in zip(points, positions(program, folder, [point[:2] for point in points])):
        if answer[1] != code and answer[1] not in PARTS.get(code, "").split():
            others[f"{code} is {answer[1] or answer[6] or answer[7] or 'nothing'}"] += 1
    checks.rate("countries of points on land", len(points) - others.total(), len(points), 99.5)
    print(f"       {', '.join(f'{text} {count}' for text, count in others.most_common(20))}")


def misspelt(name, picked):
    """Changes one letter of four to seven, two of eight and more: another one, one less, one more, or two in turn."""
    letters = list(name)
    for _ in range(2 if sum(map(str.isalpha, name)) >= 8 else 1):
        places = [index for index, letter in enumerate(letters) if letter.isalpha()]
        at = picked.choice(places)
        kind = picked.randrange(4)
        new = picked.choice("abcdefghijklmnopqrstuvwxyz")
        if kind == 0:
            letters[at] = new
        elif kind == 1:
            del letters[at]
        elif kind == 2:
            letters.insert(at, new)
        elif at + 1 < len(letters):
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


def folded(name):
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def check_misspelt(checks, program, folder, every):
    picked = random.Random(1000)
    long = [town for town in every if sum(map(str.isalpha, town[0])) >= 4 and town[4] > 0]
    chosen = picked.choices(long, weights=[town[4] for town in long], k=1000)
    questions = [misspelt(town[0], picked) for town in chosen]
    good, lost = 0, []
    for town, question, answer in zip(chosen, questions, ask(program, "gazetteer-names", folder, questions)):
        found = [answer[start:start + 5] for start in range(0, len(answer) - 4, 5)]
        if any(folded(town[0]) in (folded(place[0]), folded(place[1])) for place in found):
            good += 1
        else:
            lost.append(f"{question} ({town[0]}): {', '.join(place[0] for place in found) or 'nothing'}")
    checks.rate("misspelt names among the first three", good, len(chosen), 95)
    print(f"       {'; '.join(lost[:15])}")


def main(program, folder):
    checks, every = Checks(), towns(folder)
    check_towns(checks, program, folder, every)
    check_countries(checks, program, folder)
    check_misspelt(checks, program, folder, every)
    for (text, latitude, longitude), answer in zip(
            NAMES, ask(program, "gazetteer-names", folder, [name for name, _, _ in NAMES])):
        near = len(answer) > 4 and distance((latitude, longitude), (float(answer[3]), float(answer[4]))) < 30
        checks.claim(f"{text}: {answer}", near)
    for (point, code, word), answer in zip(POINTS, positions(program, folder, [point for point, _, _ in POINTS])):
        checks.claim(f"{point}: {answer}", any(word in text for text in answer) and (code or "") == answer[1])
    print(f"{checks.failed} checks failed")
    return checks.failed > 0


if __name__ == "__main__":
    raise SystemExit(main(common.program("geobench"), FOLDER))
