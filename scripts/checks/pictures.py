#!/usr/bin/env python3
"""Picture tests: the cases of Tests/pictures, each a script with the expected picture.

  scripts/checks/pictures.py [NAME…]
  RECORD=1 scripts/checks/pictures.py [NAME…]    writes what is drawn now; look at it before committing it

A case is a folder:
  args           the words after «geoscript», read as a shell would, in the case's folder; # starts a comment.
                 {out} stands for the picture's path, {folder} for an empty folder that may be written
  expected.png   the picture; a case without one makes none
  expected.txt   if there: the exit code and standard error
  tolerance      if there: lines «FORMAT FRACTION», how much of the picture may differ; see DEFAULTS
  crossed        if there: how many texts lines may cross; # starts a comment

A pixel differs when one of its channels is off by more than 32 of 255; in PDF, whose edges and letters poppler draws
a little otherwise, by more than 96. Checked for each: the picture is the expected one; a second run
gives the same bytes; its SVG is well-formed, and as rsvg-convert draws it within tolerance of the PNG; in it no text
overlaps another, and no line of an overlay crosses one (PI-15); where «tolerance» names pdf, so is its PDF as pdftoppm
draws it. What differs lies in .build/pictures/NAME: actual.png,
and diff.png, on which it is red. The status is 1 when something differs.
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys

import common
from common import ROOT

common.use_packages()
import pictures_texts  # noqa: E402 # of the environment that use_packages continues in
from PIL import Image, ImageChops  # noqa: E402

# Pictures of tests use the coast that every machine has.
os.environ["GEOSCRIPT_COAST"] = ""
# The shelf of maps is empty.
os.environ["GEOSCRIPT_BASEMAPS"] = ""
# Names of places are those in the program.
os.environ["GEOSCRIPT_GAZETTEER"] = ""

CASES = os.path.join(ROOT, "Tests", "pictures")
RESULTS = os.path.join(ROOT, ".build", "pictures")
SECONDS = 120  # that one run may take
DEFAULTS = {"png": 0.001, "svg": 0.005}
STEPS = {"png": 32, "svg": 32, "pdf": 96}  # of 255, that a channel may be off


class Case:
    def __init__(self, name, program, record):
        self.name, self.program, self.record = name, program, record
        self.folder = os.path.join(CASES, name)
        self.results = os.path.join(RESULTS, name)
        self.words = shlex.split(self.read("args"), comments=True)
        self.tolerance = dict(DEFAULTS)
        for line in self.read("tolerance").splitlines():
            words = shlex.split(line, comments=True)
            if words:
                self.tolerance[words[0]] = None if words[1] == "none" else float(words[1])
        self.crossable = int((shlex.split(self.read("crossed"), comments=True) or ["0"])[0])
        self.good, self.lines = 0, []
        self.texts = self.pairs = self.crossed = 0

    def read(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as r:
                return r.read()
        except FileNotFoundError:
            return ""

    def claim(self, holds, line):
        if holds:
            self.good += 1
        else:
            self.lines.append("✘ %s: %s" % (self.name, line))

    def run(self, name, words=None):
        """Runs the case; returns the path of the picture and the messages."""
        out = os.path.join(self.results, name)
        folder = os.path.join(self.results, "folder")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        if os.path.exists(out):
            os.remove(out)
        words = [w.replace("{out}", out).replace("{folder}", folder) for w in words or self.words]
        done = subprocess.run([self.program, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS)
        said = re.sub(r" in [\d.,]+ s \([\d,]+ events/s\)", "", done.stderr.decode("utf-8", "replace"))
        said = said.replace(folder, "{folder}").replace(self.results, "{results}")
        # A picture that the script writes itself.
        own = os.path.join(folder, "out.png")
        if os.path.exists(own):
            os.replace(own, out)
        return out, done.returncode, said

    def check(self):
        shutil.rmtree(self.results, ignore_errors=True)
        os.makedirs(self.results)
        expected = os.path.join(self.folder, "expected.png")
        actual, status, said = self.run("actual.png")
        self.check_words(status, said)
        if not os.path.exists(actual):
            self.claim(not os.path.exists(expected), "no picture, exit code %d\n%s" % (status, said))
            return
        with Image.open(actual) as image:
            picture = image.convert("RGBA")
        if self.record:
            self.write(picture, expected)
        if not os.path.exists(expected):
            self.claim(False, "there is no expected.png (RECORD=1 makes it)")
            return
        with Image.open(expected) as image:
            wanted = image.convert("RGBA")
        self.compare("png", wanted, picture)
        again, _, _ = self.run("again.png")
        with open(actual, "rb") as a, open(again, "rb") as b:
            self.claim(a.read() == b.read(), "a second run gives other bytes")
        os.remove(again)
        if any("{out}" in word for word in self.words):
            self.check_svg(picture)
            self.check_texts()
            self.check_pdf(picture)

    def check_words(self, status, said):
        path = os.path.join(self.folder, "expected.txt")
        found = "exit code %d\n%s" % (status, said)
        if os.path.exists(path):
            if self.record:
                with open(path, "w", encoding="utf-8") as w:
                    w.write(found)
            wanted = self.read("expected.txt")
            self.claim(found == wanted, "says\n%s-- instead of\n%s" % (found, wanted))
        else:
            self.claim(status == 0 and not re.search(r"^(error|warning)", said, re.M), said)

    def write(self, picture, path):
        if os.path.exists(path):
            with Image.open(path) as image:
                if same(image.convert("RGBA"), picture):
                    return
        # Keeps files small: opaque pictures get no alpha, those with few colors get a palette.
        small = picture.convert("RGB") if picture.getextrema()[3][0] == 255 else picture
        if small.mode == "RGB" and small.getcolors(256):
            small = small.quantize(256, dither=Image.Dither.NONE)
            if not same(small.convert("RGBA"), picture):
                small = picture.convert("RGB")
        small.save(path, optimize=True)
        print("recorded %s" % os.path.relpath(path, ROOT), flush=True)

    def compare(self, kind, wanted, found):
        if kind != "png":
            # Without drawing, a PDF shows white paper, and its alpha is rounded differently.
            wanted, found = on_white(wanted), on_white(found)
        if wanted.size != found.size:
            self.claim(False, "%s is %d×%d pixels instead of %d×%d" % (kind, *found.size, *wanted.size))
            return
        mask = differences(wanted, found, STEPS[kind])
        fraction = mask.histogram()[255] / (wanted.width * wanted.height)
        self.claim(fraction <= self.tolerance[kind], "%s: %.2f %% of the pixels differ (allowed: %.2f)" %
                   (kind, fraction * 100, self.tolerance[kind] * 100))
        if fraction > self.tolerance[kind] or kind != "png":
            name = "diff.png" if kind == "png" else "diff-%s.png" % kind
            pale = Image.blend(wanted.convert("L").convert("RGB"), Image.new("RGB", wanted.size, "white"), 0.6)
            pale.paste("red", mask=mask)
            pale.save(os.path.join(self.results, name))

    def check_svg(self, picture):
        if self.tolerance["svg"] is None:
            return
        path, _, said = self.run("actual.svg")
        valid = subprocess.run(["xmllint", "--noout", "--nonet", path], capture_output=True, text=True)
        self.claim(valid.returncode == 0, "SVG: %s %s" % (valid.stderr[:500], said))
        drawn = os.path.join(self.results, "svg.png")
        done = subprocess.run(["rsvg-convert", "--unlimited", "--width", str(picture.width), "--height",
                               str(picture.height), "--output", drawn, path], capture_output=True, text=True)
        self.claim(done.returncode == 0, "rsvg-convert: %s" % done.stderr[:500])
        if done.returncode == 0:
            with Image.open(drawn) as image:
                self.compare("svg", picture, image.convert("RGBA"))

    def check_texts(self):
        """Counts the texts that overlap, and those that lines cross, in the SVG that check_svg has made."""
        path = os.path.join(self.results, "actual.svg")
        if not os.path.exists(path):
            path, _, _ = self.run("actual.svg")
        words = list(self.words)
        if "--basemap" in words:
            words[words.index("--basemap") + 1] = "none"
        else:
            words[2:2] = ["--basemap", "none"]
        bare, _, _ = self.run("bare.svg", words)
        pairs, crossed, drawing = pictures_texts.count(path, bare)
        self.texts, self.pairs, self.crossed = len(drawing.texts), len(pairs), len(crossed)
        self.claim(not pairs, "texts overlap: %s" % ", ".join("%d and %d" % pair for pair in pairs))
        self.claim(len(crossed) <= self.crossable, "lines cross texts %s; %d may be crossed" %
                   (", ".join(map(str, crossed)), self.crossable))

    def check_pdf(self, picture):
        if self.tolerance.get("pdf") is None:
            return
        path, _, _ = self.run("actual.pdf")
        drawn = os.path.join(self.results, "pdf")
        done = subprocess.run(["pdftoppm", "-png", "-singlefile", "-scale-to-x", str(picture.width), "-scale-to-y",
                               str(picture.height), path, drawn], capture_output=True, text=True)
        self.claim(done.returncode == 0, "pdftoppm: %s" % done.stderr[:500])
        if done.returncode == 0:
            with Image.open(drawn + ".png") as image:
                self.compare("pdf", picture, image.convert("RGBA"))


def on_white(image):
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    return ground


def differences(a, b, step):
    """White where a channel differs by more than `step`."""
    most = None
    for channel in ImageChops.difference(a, b).split():
        most = channel if most is None else ImageChops.lighter(most, channel)
    return most.point(lambda value: 255 if value > step else 0)


def same(a, b):
    return a.size == b.size and differences(a, b, 0).getbbox() is None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    program = common.program()
    record = os.environ.get("RECORD") == "1"
    names = options.names or sorted(n for n in os.listdir(CASES) if os.path.exists(os.path.join(CASES, n, "args")))
    cases = [Case(name, program, record) for name in names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(Case.check, cases):
            pass
    good, bad = sum(c.good for c in cases), sum(len(c.lines) for c in cases)
    for case in cases:
        for line in case.lines:
            print(line[:2000])
    common.count_checks(good, bad)
    print("texts: %d, of them %d pairs overlap, lines cross %d" %
          tuple(sum(getattr(c, n) for c in cases) for n in ("texts", "pairs", "crossed")))
    print("%d pictures: %d passed, %d failed" % (len(names), good, bad))
    sys.exit(bad > 0)


main()
