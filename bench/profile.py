#!/usr/bin/env python3
"""Performance profiles (Dolan and More) of the solvers in tables of bench_race.

A curve shows, for every factor on the abscissa, the part of all problems that a solver brings below
the tolerance in at most so many times the time of the fastest solver. Where a curve begins is how
often it is the fastest; where it ends is how often it gets there at all. Nothing but Python's
standard library is needed.
"""
import argparse
import collections
import csv
import math

TOLERANCES = [(1e-4, "1e-4"), (1e-8, "1e-8")]
# Solvers drawn, the columns of the table that count for each, colour and dashes.
CURVES = [
    ("talus auto", ["talus auto"], "#0b6e99", ""),
    ("talus nlgs", ["talus nlgs"], "#c8553d", ""),
    ("talus seeded", ["talus seeded"], "#588b4b", ""),
    ("talus newton", ["talus newton"], "#8a5a99", ""),
    ("talus interior_point", ["talus interior_point"], "#a07d1c", ""),
    ("Siconos, best of all", ["Siconos"], "#333333", "6 3"),
    ("Siconos NSGS", ["Siconos NSGS", "Siconos rolling NSGS"], "#333333", "2 2"),
    ("Siconos NSN", ["Siconos NSN", "Siconos global NSN"], "#999999", "6 3"),
    ("Siconos ADMM, IPM", ["Siconos ADMM", "Siconos rolling ADMM", "Siconos global ADMM",
                           "Siconos global IPM"], "#999999", "2 2"),
]
SHORTEST = 2e-6  # s: below, clocks and calls are measured rather than solvers
LARGEST = 1e4
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, GAP, LEGEND = 900, 330, 52, 36, 46, 46, 180
PANEL = (WIDTH - LEFT - LEGEND - GAP) / 2


def read(files):
    """Seconds by tolerance, problem and solver; infinite where the tolerance was not reached."""
    seconds = collections.defaultdict(lambda: collections.defaultdict(dict))
    for file in files:
        with open(file, newline="") as table:
            for row in csv.DictReader(table):
                value = max(float(row["seconds"]), SHORTEST) if row["seconds"] else math.inf
                seconds[float(row["tolerance"])][row["problem"]][row["solver"]] = value
    return seconds


def ratios(problems, prefixes):
    """Sorted ratios to the fastest, of problems that any solver solves."""
    out = []
    for times in problems.values():
        best = min(times.values())
        own = [t for solver, t in times.items() if any(solver.startswith(p) for p in prefixes)]
        if best < math.inf:
            out.append(min(own, default=math.inf) / best)
    return sorted(out)


def panel(left, label, problems):
    def at(ratio, part):
        return (left + PANEL * math.log10(ratio) / math.log10(LARGEST),
                HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP))

    count = len(ratios(problems, [""]))
    out = [f'<text x="{left}" y="20" font-size="13">until the error is {label}: {count} problems</text>']
    for decade in range(int(math.log10(LARGEST)) + 1):
        x = at(10 ** decade, 0)[0]
        name = f"{10 ** decade}" if decade < 4 else "10⁴"
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e4e4e4"/>'
                   f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{name}</text>')
    for percent in range(0, 101, 20):
        y = at(1, percent / 100)[1]
        out.append(f'<path d="M{left} {y:.1f}H{left + PANEL:.1f}" stroke="#e4e4e4"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    out.append(f'<text x="{left + PANEL / 2:.1f}" y="{HEIGHT - 10}" text-anchor="middle">'
               "times the time of the fastest</text>")
    for _, prefixes, colour, dashes in reversed(CURVES):
        path, part = [], 0.0
        for i, ratio in enumerate(ratios(problems, prefixes)):
            if ratio > LARGEST:
                break
            path += ["{:.1f} {:.1f}".format(*at(ratio, part))]
            part = (i + 1) / count
            path += ["{:.1f} {:.1f}".format(*at(ratio, part))]
        path = path or ["{:.1f} {:.1f}".format(*at(1, 0))]
        path += ["{:.1f} {:.1f}".format(*at(LARGEST, part))]
        out.append(f'<path d="M{" ".join(path)}" fill="none" stroke="{colour}" stroke-width="1.8" '
                   f'stroke-dasharray="{dashes or "none"}" stroke-linejoin="round"/>')
    return out


def legend(left):
    out = []
    for i, (name, _, colour, dashes) in enumerate(CURVES):
        y = TOP + 10 + 20 * i + (14 if name.startswith("Siconos") else 0)
        out.append(f'<path d="M{left} {y}h26" stroke="{colour}" stroke-width="1.8" '
                   f'stroke-dasharray="{dashes or "none"}"/><text x="{left + 33}" y="{y + 4}">{name}</text>')
    return out


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("svg", help="picture to write")
    arguments.add_argument("csv", nargs="+", help="tables of bench_race --csv")
    given = arguments.parse_args()
    seconds = read(given.csv)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica, Arial, sans-serif" '
           'font-size="11" fill="#333">',
           "<title>Performance profiles of solvers</title>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for i, (tolerance, label) in enumerate(TOLERANCES):
        out += panel(LEFT + i * (PANEL + GAP), label, seconds[tolerance])
    out += legend(LEFT + 2 * PANEL + GAP + 20)
    out.append("</svg>\n")
    with open(given.svg, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main()
