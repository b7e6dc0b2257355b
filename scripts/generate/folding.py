#!/usr/bin/env python3
"""Writes TextFolding+Table.gen.swift: what each letter becomes before names are compared, and FoldingHashes.gen.swift,
by which a test knows that the core folds every code point as Python does.

Python's unicodedata says what decomposes, what has which case and which digits are which; LETTERS and the ranges say
what Unicode leaves to the reader. Needs a Python whose Unicode is the one below (Debian 12's)."""
import pathlib
import re
import sys
import unicodedata

VERSION = "14.0.0"

# Letters that do not decompose, as people type them who lack them. Kana are folded by their ranges.
LETTERS = {
    "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ƒ": "f", "ɓ": "b", "ɗ": "d", "ɖ": "d", "ƙ": "k", "ƴ": "y", "ɣ": "g", "ɨ": "i", "ʉ": "u", "ƶ": "z", "ɛ": "e",
    "ɔ": "o", "ə": "e", "ǝ": "e", "ĸ": "k", "ƀ": "b", "ɩ": "i", "ʋ": "v", "ƈ": "c", "ƥ": "p", "ƭ": "t", "ɲ": "n",
    "ɠ": "g", "ɵ": "o", "ꞌ": "", "ꞑ": "n", "ȷ": "j",
    # Forms of one Arabic letter in Persian, Urdu, Uyghur and at the ends of words.
    "ٱ": "ا", "ى": "ي", "ی": "ي", "ې": "ي", "ے": "ي", "ک": "ك", "ة": "ه", "ۀ": "ه", "ہ": "ه", "ھ": "ه", "ە": "ه",
    "ە": "ه", "ۇ": "و", "ۆ": "و", "ۈ": "و", "ۋ": "و", "ء": "", "ـ": "",
    "ґ": "г", "ғ": "г", "қ": "к", "ұ": "у", "ү": "у", "ң": "н", "ө": "о", "һ": "х", "ә": "а", "ҡ": "к",
    # Final forms of Hebrew.
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}

# What stands between the letters of one word: apostrophes of all kinds, letters that are written as such.
APOSTROPHES = set("'`´‘’‚‛′׳״ʹ＇｀՚") | {chr(code) for code in range(0x2b9, 0x2d0)}

# Marks that are accents or points. Those of Indic and Thai letters are vowels, which stay.
ACCENTS = [(0x300, 0x36f), (0x483, 0x489), (0x591, 0x5c7), (0x610, 0x61a), (0x64b, 0x65f), (0x670, 0x670),
           (0x6d6, 0x6ed), (0x8d3, 0x8ff), (0x1ab0, 0x1aff), (0x1dc0, 0x1dff), (0x20d0, 0x20ff),
           (0xfe00, 0xfe0f), (0xfe20, 0xfe2f), (0xe0100, 0xe01ef)]
NUKTA = 7

VOICED, HALF_VOICED, PROLONGED = 0x3099, 0x309a, "ー"
SMALL_KANA = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ"))


def is_hangul(code):
    return 0xac00 <= code <= 0xd7a3 or 0x1100 <= code <= 0x11ff


def is_kana(text):
    return all(0x3041 <= ord(each) <= 0x30ff for each in text)


def kana(text):
    """Hiragana in full size, without what prolongs."""
    out = ""
    for each in text:
        code = ord(each)
        if 0x30a1 <= code <= 0x30f6 or code in (0x30fd, 0x30fe):
            each = chr(code - 0x60)
        # Forms of wa, which Unicode has in katakana only.
        each = {"ヷ": "わ", "ヸ": "ゐ", "ヹ": "ゑ", "ヺ": "を"}.get(each, each)
        if each != PROLONGED:
            out += SMALL_KANA.get(each, each)
    return out


def letter(each):
    """What a letter without decomposition becomes: a space where words end."""
    code, kind = ord(each), unicodedata.category(each)
    if each in APOSTROPHES or kind == "Cf" or any(first <= code <= last for first, last in ACCENTS):
        return ""
    if unicodedata.combining(each) == NUKTA:
        return ""
    if code in (VOICED, HALF_VOICED):
        return each
    if kind == "Nd":
        return str(unicodedata.decimal(each))
    if kind[0] in "LMN":
        return LETTERS.get(each, each)
    return " "


def fold(each):
    """What one code point becomes."""
    code = ord(each)
    if is_hangul(code):
        return each
    if each in APOSTROPHES:
        return ""
    wide = unicodedata.normalize("NFKC", each)
    if is_kana(wide) and all(unicodedata.category(one)[0] in "LM" for one in wide):
        return kana(wide)
    out = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", each).casefold())
    # Compatibility letters of Hangul become what they are composed of, which is composed when folding.
    text = "".join("".join(letter(one) for one in LETTERS.get(two, two)) for two in out)
    return re.sub(" +", " ", text)


def runs(table):
    """The table as words: a letter for what follows, code points in hexadecimal.

    `A` and `B`: first, count, step, target, its step; the targets go up by that step. `C`: first, then the targets of
    it and those that follow, where `_` is none and `-` a space.
    """
    out, codes, at = [], sorted(table), 0
    loose = []

    def flush():
        if loose:
            texts = ["".join("-" if one == " " else one for one in table[code]) or "_" for code in loose]
            out.append("C %x %s ;" % (loose[0], " ".join(texts)))
            loose.clear()

    while at < len(codes):
        best = (1, 0, 0)
        if len(table[codes[at]]) <= 1:
            for step in (1, 2):
                target_step, count = None, 1
                while at + count < len(codes) and codes[at + count] == codes[at] + count * step:
                    before, now = table[codes[at + count - 1]], table[codes[at + count]]
                    if len(before) != len(now):
                        break
                    change = ord(now) - ord(before) if now else 0
                    if target_step not in (None, change) or change not in (0, 1, 2):
                        break
                    target_step = change
                    count += 1
                if count > best[0]:
                    best = (count, step, target_step)
        count, step, target_step = best
        if count >= 4:
            flush()
            target = table[codes[at]]
            out.append("A %x %x %d %x %d" % (codes[at], count, step, ord(target) if target else 0, target_step))
            at += count
        else:
            if loose and codes[at] != loose[-1] + 1:
                flush()
            loose.append(codes[at])
            at += 1
    flush()
    return out


def lines(words, columns=96):
    """Words in lines that are not too long, broken at spaces."""
    rows, row = [], ""
    for word in " ".join(words).split(" "):
        if len(row) + len(word) + 1 > columns:
            rows.append(row)
            row = ""
        row += word + " "
    return rows + [row.rstrip()]


def fnv(data, value=0xcbf29ce484222325):
    for byte in data:
        value = ((value ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return value


def folded_block(first):
    """Each code point of a block and what it becomes, one to a line."""
    out = []
    for code in range(first, first + 0x1000):
        if not 0xd800 <= code <= 0xdfff:
            out.append("%x %s\n" % (code, fold(chr(code))))
    return "".join(out).encode()


def main():
    if unicodedata.unidata_version != VERSION:
        sys.exit("the table is made of Unicode %s; this Python has %s" % (VERSION, unicodedata.unidata_version))
    table = {}
    for code in range(0x110000):
        if not 0xd800 <= code <= 0xdfff and fold(chr(code)) != chr(code) or code == ord(" "):
            table[code] = fold(chr(code))
    rows = lines(runs(table))
    root = pathlib.Path(__file__).resolve().parents[2]
    head = "// Generated by scripts/generate/folding.py from Unicode %s; do not edit.\n" % VERSION
    (root / "Sources/GeoGazetteer/Text/TextFolding+Table.gen.swift").write_text(head + '''
extension TextFolding {
  /// Which code points become what; the others stay.
  ///
  /// - Shape: words. `A first count step target step`: so many code points become those from `target` on, or nothing
  ///   where that is 0. `C first text text … ;`: those from `first` on become a text each; `_` is none, `-` a space.
  static let table: StaticString = #"""
    %s
    """#
}
''' % "\\#\n    ".join(rows))
    hashes = ["0x%016x" % fnv(folded_block(first)) for first in range(0, 0x110000, 0x1000)]
    (root / "Tests/GeoGazetteerTests/Text/FoldingHashes.gen.swift").write_text(head + '''
/// FNV-1a of each 4,096 code points as Python folds them: a line for each with the code point in hexadecimal.
let foldingHashes: [UInt64] = [
%s
]
''' % "\n".join("  " + ", ".join(hashes[at:at + 4]) + "," for at in range(0, len(hashes), 4)))
    print(len(table), "code points,", sum(map(len, rows)), "characters")


if __name__ == "__main__":
    main()
