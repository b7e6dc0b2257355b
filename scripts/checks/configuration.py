#!/usr/bin/env python3
"""Compares how geoscript reads options from TOML with Python's tomllib.

Draws files of options in all the ways that TOML 1.0 can write a value, lets `geoscript config` print them, and reads
both with tomllib: what comes out says what went in.
"""
import os
import random
import subprocess
import sys
import tempfile
import tomllib

import common

TEXTS = ["walk.gpx", "a b", 'quo"te', "back\\slash", "č ž 日本 🐕", "tab\there", "it's", "#no comment", "x = 1", "-", "[]"]


def basic(text):
    return '"%s"' % "".join({'"': '\\"', "\\": "\\\\", "\t": "\\t"}.get(letter, letter) for letter in text)


def text(draw, value):
    """One of the ways to write a text."""
    forms = [basic(value), '"""\n%s"""' % basic(value)[1:-1]]
    if "'" not in value:
        forms += ["'%s'" % value, "'''%s'''" % value]
    if value.isascii():
        forms.append('"%s"' % "".join("\\u%04X" % ord(letter) for letter in value))
    return draw.choice(forms)


def number(draw):
    return draw.choice(["+%d", "%d", "0x%x", "0o%o", "0b{:b}"]), draw.randrange(1, 200)


def listed(draw, values):
    gap = draw.choice([" ", "\n  ", " # words\n"])
    return "[%s%s%s]" % (gap, (",%s" % gap).join(values) + draw.choice(["", ","]), gap)


def document(draw):
    """Lines of a file, in any order."""
    lines = ["from = " + listed(draw, [text(draw, value) for value in draw.sample(TEXTS, draw.randrange(1, 6))])]
    form, count = number(draw)
    lines.append('"jobs" = ' + (form.format(count) if "{" in form else form % count))
    lines.append("checkpoint = %s" % draw.choice(["1.5", "25e-2", "0.5", "3"]))
    lines.append("'start' = " + draw.choice(["2026-01-02T03:04:05Z", "2026-01-02 03:04:05+01:00", '"1700000000"']))
    lines.append("quiet = " + draw.choice(["true", "false"]))
    lines.append("fences = " + text(draw, draw.choice(TEXTS)))
    draw.shuffle(lines)
    return "# options\n" + draw.choice(["\n", "\r\n", "\n\n"]).join(lines) + "\n"


def said(value):
    """A value as the words of a command line say it."""
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "isoformat"):
        return value.isoformat().replace("+00:00", "Z")
    return str(value)


def options(document):
    """What a file says, with each value as words; values of options that can be repeated are lists."""
    return {name: [said(each) for each in value] if isinstance(value, list)
            else [said(value)] if name == "fences" else said(value) for name, value in document.items()}


def main():
    draw = random.Random(common.seed())
    program = common.program()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(100):
            written = document(draw)
            with open(folder + "/geoscript.toml", "w", encoding="utf-8", newline="") as file:
                file.write(written)
            run = subprocess.run([program, "config"], cwd=folder, capture_output=True, text=True)
            wanted = options(tomllib.loads(written.replace("\r\n", "\n")))
            found = options(tomllib.loads(run.stdout)) if run.returncode == 0 else run.stderr
            if run.returncode != 0 or {name: found.get(name) for name in wanted} != wanted:
                sys.exit("%s\nwanted %s\nfound  %s" % (written, wanted, found))
            count += 1
    print("%d files read as tomllib reads them" % count)
    common.count_checks(count, 0)


main()
