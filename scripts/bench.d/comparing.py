"""Measures groups of rows beside their references, and compares."""
import importlib
import json
import os
import statistics

import measuring
from measuring import UNITS, Unmeasured, figures, instructions, note, programs, workload

MODULES = [importlib.import_module(name) for name in ("core", "pictures", "feeds", "gazetteer", "command", "live", "memory", "workshop", "everyday", "page")]
ROWS = [row for module in MODULES for row in module.ROWS]
REFERENCES = {name: value for module in MODULES for name, value in getattr(module, "REFERENCES", {}).items()}
PROCESSES = {name: value for module in MODULES for name, value in getattr(module, "PROCESSES", {}).items()}
PROBES = {name: value for module in MODULES for name, value in getattr(module, "PROBES", {}).items()}
ONCE = [name for module in MODULES for name in getattr(module, "ONCE", ())]
RECORDED = os.path.join("scripts", "bench.d", "recorded.json")


# --- Measuring -------------------------------------------------------------------------------------------------


def converted(figure, unit):
    value, its = figure
    if its == unit:
        return value
    if its in UNITS and unit in UNITS and UNITS[its][0] == UNITS[unit][0]:
        return value * UNITS[its][1] / UNITS[unit][1]
    raise Unmeasured("printed in %s, wanted in %s" % (its, unit))


def ours(row, found):
    """The figure of a row among the printed ones."""
    absent = [name for name in row.lines if name not in found]
    if absent:
        raise Unmeasured("no %s among what was printed: %s" % (" and ".join(absent), ", ".join(found) or "nothing"))
    return sum(converted(found[name], row.unit) for name in row.lines)


def theirs(row, found):
    """The figure of the reference: the line that the row names, or the only one."""
    if row.theirs:
        return converted(found[row.theirs], row.unit)
    if row.name in found:
        return converted(found[row.name], row.unit)
    return converted(next(iter(found.values())), row.unit)


def measured(group, data):
    """What a group prints: name → (value, unit)."""
    folder = workload(data)
    if group in PROCESSES:
        return PROCESSES[group](folder)
    os.makedirs(measuring.DATA, exist_ok=True)
    return figures([programs.geobench, group, "--data", folder or measuring.DATA, "--runs", "1"])


def referred(name, data):
    words = [word.format(folder=workload(data) or measuring.DATA) for word in REFERENCES[name].arguments]
    return figures(measuring.reference_command(name, REFERENCES[name]) + words)


def counted(group, data):
    """The instructions of a group, on a small workload."""
    if group in PROBES:
        if PROBES[group] is None:
            raise Unmeasured("%s waits for others: its instructions say nothing" % group)
        return PROBES[group](workload(data, is_small=True))
    os.makedirs(measuring.DATA, exist_ok=True)
    folder = workload(data, is_small=True) or measuring.DATA
    return instructions([programs.geobench, group, "--data", folder, "--runs", "1"])


class Sample:
    """The rows of one group on one workload: figures of ours and of the references, by row, and whatever else was
    printed."""

    def __init__(self, group, data, rows, runs):
        self.group, self.data, self.rows = group, data, rows
        self.values, self.references, self.errors, self.rest = {}, {}, {}, {}
        for _ in range(1 if group in ONCE else runs):
            self.measure()

    def measure(self):
        known = {name for row in ROWS for name in row.lines}
        found = measured(self.group, self.data)
        for row in self.rows:
            self.take(self.values, row, lambda row=row: ours(row, found))
        for name in found.keys() - known:
            self.rest.setdefault(name, []).append(found[name])
        for name in sorted({row.reference for row in self.rows if row.reference}):
            try:
                printed = referred(name, self.data)
            except Unmeasured as e:
                self.errors["reference " + name] = e
                continue
            for row in self.rows:
                if row.reference == name:
                    self.take(self.references, row, lambda row=row: theirs(row, printed))

    def take(self, into, row, figure):
        try:
            into.setdefault(row.name, []).append(figure())
        except Unmeasured as e:
            self.errors[row.name] = e


# --- Comparing -------------------------------------------------------------------------------------------------


class Recorded:
    """The figures of recorded.json, each with its commit."""

    def __init__(self):
        self.figures = {}
        if os.path.exists(RECORDED):
            with open(RECORDED, encoding="utf-8") as r:
                self.figures = json.load(r)

    @staticmethod
    def key(row):
        return row.name if row.is_memory else ("instructions %s %s" % (row.group, row.data)).strip()

    def __getitem__(self, row):
        if self.key(row) not in self.figures:
            raise Unmeasured("nothing is recorded: scripts/bench --record %s" % row.name)
        return self.figures[self.key(row)]["value"]

    def put(self, row, value):
        self.figures[self.key(row)] = {"value": float("%.6g" % value), "commit": programs.commit()}
        with open(RECORDED, "w", encoding="utf-8") as w:
            json.dump(self.figures, w, indent=2, sort_keys=True, ensure_ascii=False)
            w.write("\n")


class Table:
    def __init__(self, options):
        self.options, self.recorded, self.counts = options, Recorded(), {}
        self.apart, self.missing, self.is_good = [], [], True

    def count(self, row):
        """The instructions of a row's group, counted once."""
        key = row.group, row.data
        if key not in self.counts:
            note("counting the instructions of", *key)
            self.counts[key] = counted(*key)
        return self.counts[key]

    def reference(self, row, value, sample):
        """What the row is compared with, and the ratio."""
        if row.is_ratio:
            return None, value
        if row.reference:
            if row.name not in sample.references:
                raise Unmeasured("its reference has no figure")
            middle = statistics.median(sample.references[row.name])
            return middle, value / middle
        mine = value if row.is_memory else self.count(row)
        if self.options.record:
            self.recorded.put(row, mine)
        return (self.recorded[row] if row.is_memory else None), mine / self.recorded[row]

    def add(self, sample):
        for row in sample.rows:
            try:
                if row.name not in sample.values:
                    raise sample.errors.pop(row.name)
                value = statistics.median(sample.values[row.name])
                reference, ratio = self.reference(row, value, sample)
            except Unmeasured as e:
                self.missing.append((row.name, e))
                continue
            self.is_good = self.is_good and ratio <= row.must
            self.show(row, sample.values[row.name], value, reference, ratio)
        self.missing += sample.errors.items()
        self.apart += [("%s %s" % (sample.data, name), statistics.median(v for v, _ in values), values[0][1])
                       for name, values in sample.rest.items()]

    def show(self, row, values, value, reference, ratio):
        if self.options.json:
            print(json.dumps({"name": row.name, "value": round(value, 4), "unit": row.unit, "reference": reference,
                              "ratio": round(ratio, 4), "must": row.must, "aim": row.aim, "ok": ratio <= row.must},
                             ensure_ascii=False), flush=True)
            return
        ok = "aim" if ratio <= row.aim else "yes" if ratio <= row.must else "NO"
        print(line((row.name, short(value), "%s–%s" % (short(min(values)), short(max(values))), row.unit,
                    short(reference), short(ratio), short(row.must), short(row.aim), ok)), flush=True)

    def finish(self):
        for name, value, unit in self.apart:
            note("apart: %-40s %10s %s" % (name.strip(), short(value), unit))
        for name, why in self.missing:
            note("not measured: %s: %s" % (name, why))
        return 0 if self.is_good and not self.missing else 1


def short(number):
    if number is None:
        return "-"
    return "%.0f" % number if abs(number) >= 100 else "%.3g" % number


def line(cells):
    widths = (25, 9, 15, 5, 10, 7, 7, 7, 5)
    return "  ".join(c.ljust(w) if i in (0, 3) else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths)))


def against(folder, groups):
    """Instructions of each group, ours ÷ those of the other checkout."""
    mine, other = (programs.geoscript, programs.geobench), measuring.Programs.of(folder)
    print("%-28s %16s %16s %8s" % ("group", "ours", "theirs", "ratio"))
    for group, data in groups:
        counts = []
        for programs.geoscript, programs.geobench in (mine, (other.geoscript, other.geobench)):
            try:
                counts.append(counted(group, data))
            except Unmeasured as e:
                note("not measured: %s %s: %s" % (group, data, e))
                break
        else:
            print("%-28s %16.0f %16.0f %8.4f" % (group + " " + data, *counts, counts[0] / counts[1]), flush=True)
    return 0
