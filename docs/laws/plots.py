#!/usr/bin/env python3
"""Makes the plots of the pages beside it, each from runs of talus: plots.py [PROGRAM] [NAME...]

PROGRAM is talus' command (build/release/talus of this repository by default). Nothing but Python's
standard library is needed.
"""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TALUS = HERE.parent.parent / "build" / "release" / "talus"
COLOURS = ["#0b6e99", "#c8553d", "#588b4b", "#8a5a99", "#a07d1c"]


def run(scene):
    """Rows of bodies.csv of the body 'b', and of energy.csv, as lists of dicts of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scene.yaml"
        file.write_text(json.dumps(scene))
        out = pathlib.Path(folder) / "out"
        subprocess.run([TALUS, "run", file, "--out", out], check=True, stdout=subprocess.DEVNULL)
        tables = []
        for name in ("bodies.csv", "energy.csv"):
            with open(out / name, newline="") as table:
                rows = list(csv.DictReader(table))
            rows = [r for r in rows if r.get("body", "b") == "b"]
            tables.append([{k: float(v) for k, v in r.items() if k != "body"} for r in rows])
        return tables


def scene(law, *, dimension=2, gravity=10.0, end=1.0, step=1e-3, every=5, slope=0.0, ball=None,
          ground=None, loads=None, tolerance=1e-10):
    """A body 'b' of mass 1 and radius 0.1 on the ground; it cannot turn unless `ball` says so."""
    along = [math.sin(slope) * gravity, -math.cos(slope) * gravity]
    body = {"name": "b", "mass": 1, "inertia": 1e9}
    if dimension == 3:
        along = [along[0], 0, along[1]]
        body["inertia"] = [1e9] * 3
    body["shape"] = {"disk" if dimension == 2 else "sphere": {"radius": 0.1}}
    body["position"] = [0] * (dimension - 1) + [0.1]
    body.update(ball or {})
    body = {k: v for k, v in body.items() if v is not None}
    floor = {"name": "ground", "shape": "half_plane" if dimension == 2 else "half_space"}
    floor.update(ground or {"fixed": True})
    return {
        "talus": 1, "dimension": dimension, "gravity": along, "time": {"step": step, "end": end},
        "materials": {"m": {}}, "contacts": [dict({"between": ["m", "m"], "friction": 0}, **law)],
        "bodies": [floor, body], "loads": loads or [], "record": {"every": every},
        "solver": {"tolerance": tolerance, "max_sweeps": 5000},
        "detection": {"alert": 0.2},
    }


def ticks(low, high):
    size = 10 ** math.floor(math.log10((high - low) / 4))
    for factor in (1, 2, 5, 10):
        if (high - low) / (size * factor) <= 6:
            break
    size *= factor
    first = math.ceil(low / size - 1e-9)
    return [size * i for i in range(first, math.floor(high / size + 1e-9) + 1)]


def plot(name, title, x_label, y_label, curves):
    """curves: (label, xs, ys); at most 300 points of each are drawn."""
    width, height, left, bottom, top, right = 480, 270, 62, 44, 30, 14
    xs = [x for _, x, _ in curves for x in x]
    ys = [y for _, _, y in curves for y in y]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    spare = 0.05 * ((high_y - low_y) or 1)
    low_y, high_y = low_y - spare, high_y + spare

    def at(x, y):
        return (left + (x - low_x) / (high_x - low_x) * (width - left - right),
                height - bottom - (y - low_y) / (high_y - low_y) * (height - bottom - top))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" '
           f'font-size="11" fill="#333">',
           f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>',
           f'<text x="{left}" y="18" font-size="13">{title}</text>']
    for x in ticks(low_x, high_x):
        px = at(x, low_y)[0]
        out.append(f'<path d="M{px:.1f} {top}V{height - bottom}" stroke="#e4e4e4"/>'
                   f'<text x="{px:.1f}" y="{height - bottom + 15}" text-anchor="middle">{x:g}</text>')
    for y in ticks(low_y, high_y):
        py = at(low_x, y)[1]
        out.append(f'<path d="M{left} {py:.1f}H{width - right}" stroke="#e4e4e4"/>'
                   f'<text x="{left - 6}" y="{py + 4:.1f}" text-anchor="end">{y:g}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle">'
               f'{x_label}</text><text transform="translate(14 {(height - bottom + top) / 2}) '
               f'rotate(-90)" text-anchor="middle">{y_label}</text>')
    for i, (label, x, y) in enumerate(curves):
        every = max(1, len(x) // 300)
        points = list(zip(x, y))[::every] + [(x[-1], y[-1])]
        path = " ".join("{:.1f} {:.1f}".format(*at(*p)) for p in points)
        colour = COLOURS[i % len(COLOURS)]
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        if label:
            out.append(f'<text x="{width - right - 6}" y="{top + 14 + 14 * i}" text-anchor="end" '
                       f'fill="{colour}" stroke="#fff" stroke-width="4" paint-order="stroke">'
                       f'{label}</text>')
    out.append("</svg>\n")
    (HERE / f"{name}.svg").write_text("\n".join(out))


def column(rows, key, add=0.0):
    return [r[key] + add for r in rows]


def curve(label, of_scene, x="time", y="vx", add=0.0):
    rows = run(of_scene)[0]
    return label, column(rows, x), column(rows, y, add)


def coulomb():
    plot("coulomb", "A slider on level ground", "time", "speed",
         [curve(f"mu = {mu}", scene({"friction": mu}, ball={"velocity": [2, 0]}))
          for mu in (0.1, 0.3, 0.5)])


def ellipse():
    law = {"friction": {"along": 0.2, "across": 0.8, "direction": [1, 0, 0]}}
    plot("ellipse", "Thrown aslant: mu 0.2 along x, 0.8 along y", "x", "y",
         [curve("", scene(law, dimension=3, end=1, ball={"velocity": [1.5, 1.5, 0]}), "x", "y")])


def polygon():
    corners = [[0.5, -0.1], [0.5, 0.1], [-0.5, 0.1], [-0.5, -0.1]]
    law = {"friction": {"polygon": corners, "direction": [1, 0, 0]}}
    plot("polygon", "Thrown aslant: a rectangle, 0.5 along x, 0.1 along y", "x", "y",
         [curve("", scene(law, dimension=3, end=1.6, ball={"velocity": [1.5, 1.5, 0]}), "x", "y")])


def static_dynamic():
    spring = [{"spring": {"body": "b", "at": [0, 0], "to": [-1, 0.1], "stiffness": 40}}]
    belt = {"motion": {"velocity": [0.3, 0]}}
    plot("static_dynamic", "Stick and slip: a spring holds the slider on a belt", "time", "x",
         [curve(f"static {s}, dynamic 0.3",
                scene({"friction": {"static": s, "dynamic": 0.3}}, end=4, ground=belt,
                      loads=spring), y="x") for s in (0.5, 0.8)])


def friction_table():
    law = {"friction": {"of": "slip", "table": [[0, 0.6], [0.5, 0.1]]}}
    plot("friction_table", "Friction that falls with the slip, and one that does not", "time",
         "speed", [curve("mu from 0.6 to 0.1 over a slip of 0.5",
                         scene(law, ball={"velocity": [3, 0]})),
                   curve("mu = 0.6", scene({"friction": 0.6}, ball={"velocity": [3, 0]}))])


def tresca():
    plot("tresca", "Weights 1 and 10, bound 2: Tresca's friction does not care", "time", "speed",
         [curve("tresca 2, weight 1",
                scene({"friction": {"tresca": 2}}, gravity=1, ball={"velocity": [1, 0]})),
          curve("tresca 2, weight 10",
                scene({"friction": {"tresca": 2}}, gravity=10, ball={"velocity": [1, 0]})),
          curve("mu = 0.2, weight 1", scene({"friction": 0.2}, gravity=1,
                                            ball={"velocity": [1, 0]}))])


def sticking():
    plot("sticking", "A ball on a slope of 70 degrees: spin", "time", "spin",
         [curve(label, scene({"friction": f}, slope=math.radians(70), ball={"inertia": None}),
                y="spin") for label, f in (("sticking", "sticking"), ("mu = 0.3", 0.3))])


def restitution():
    plot("restitution", "Dropped from 1", "time", "height",
         [curve(f"{e}", scene({"restitution": e}, end=2, ball={"position": [0, 1.1]}),
                y="y", add=-0.1) for e in (0.9, 0.7, 0.4)])


def restitution_table():
    law = {"restitution": {"table": [[0, 0.95], [2, 0.8], [5, 0.3]]}}
    plot("restitution_table", "Dropped from 1: fast hits lose more", "time", "height",
         [curve("table", scene(law, end=2.5, ball={"position": [0, 1.1]}), y="y", add=-0.1),
          curve("0.7", scene({"restitution": 0.7}, end=2.5, ball={"position": [0, 1.1]}), y="y",
                add=-0.1)])


def cohesion():
    lift = [{"force": {"table": {"times": [0, 1.55, 1.56, 2, 4], "x": [0, 0, 0, 0, 0],
                                 "y": [0, 15.5, 0, 0, 14]}}, "on": "b"}]
    curves = []
    for breaks in ("never", "opening"):
        rows = run(scene({"cohesion": {"force": 5, "breaks": breaks}}, gravity=10, end=4,
                         loads=lift))[0]
        curves.append((f"breaks: {breaks}", column(rows, "time"), column(rows, "y", -0.1)))
    plot("cohesion", "Weight 10, cohesion 5, lifted by 15.5, put down, lifted by 14", "time",
         "height", curves)


def attraction():
    law = {"attraction": {"force": 4, "range": 0.02}}
    plot("attraction", "Thrown off with 0.9 and 1.1 of the speed that escapes", "time", "gap",
         [curve(f"{f} of it", scene(law, gravity=0, end=0.3, step=1e-4,
                                    ball={"velocity": [0, f * math.sqrt(0.08)]}), y="y", add=-0.1)
          for f in (0.9, 1.1)])


def joint():
    curves = []
    for label, damping in (("elastic", 0), ("viscoelastic", 8)):
        law = {"joint": {"normal_stiffness": 1e4, "tangential_stiffness": 1e4,
                         "normal_damping": damping, "tangential_damping": damping}}
        curves.append(curve(label, scene(law, end=1, every=1), y="y", add=-0.1))
    plot("joint", "Weight 10 put on mortar of stiffness 10000", "time", "stretch", curves)


def adhesion():
    law = {"adhesion": {"normal_stiffness": 1e5, "tangential_stiffness": 1e5, "normal_strength": 20,
                        "tangential_strength": 10, "normal_energy": 0.01,
                        "tangential_energy": 0.01}}
    curves = []
    for label, velocity, axis in (("pull", [0, 0.2], "y"), ("shear", [0.2, 0], "x")):
        rows = run(scene(law, gravity=0, end=0.02, step=1e-5, every=1,
                         ball={"velocity": velocity}))[0]
        v, t = column(rows, "v" + axis), column(rows, "time")
        stretch = column(rows, axis, -rows[0][axis])
        force = [(v[i] - v[i + 1]) / (t[i + 1] - t[i]) for i in range(len(v) - 1)]
        middle = [(stretch[i] + stretch[i + 1]) / 2 for i in range(len(force))]
        keep = [i for i, s in enumerate(middle) if s < 0.0025]
        curves.append((label, [middle[i] for i in keep], [force[i] for i in keep]))
    plot("adhesion", "Force of a bond that is torn off; areas are its energies, 0.01 both", "stretch",
         "force", curves)


def rolling():
    plot("rolling", "Balls on a slope of tangent 0.2, lever over radius", "time", "speed",
         [curve(f"{lever / 0.1:g}",
                scene({"friction": 0.8, "rolling": lever}, slope=math.atan(0.2), end=1,
                      ball={"inertia": None, "velocity": [0.5, 0], "spin": -5}))
          for lever in (0.0, 0.01, 0.02, 0.03)])


def impacts():
    """The first of three balls comes; it is soft, the others give everything back."""
    balls = [{"name": name, "mass": 1, "shape": {"disk": {"radius": 0.1}}, "position": [x, 0],
              "velocity": [v, 0], "material": material}
             for name, x, v, material in
             (("first", -0.5, 1, "soft"), ("middle", 0, 0, "hard"), ("b", 0.2, 0, "hard"))]
    curves = []
    for law in ("newton", "poisson", "sequential"):
        rows = run({"talus": 1, "dimension": 2, "gravity": [0, 0], "time": {"step": 1e-3, "end": 1},
                    "materials": {"soft": {}, "hard": {}},
                    "contacts": [{"between": ["soft", "hard"], "friction": 0, "restitution": 0},
                                 {"between": ["hard", "hard"], "friction": 0, "restitution": 1}],
                    "impact": law, "bodies": balls, "record": {"every": 5},
                    "solver": {"tolerance": 1e-10, "max_sweeps": 5000}})[0]
        curves.append((law, column(rows, "time"), column(rows, "x", -0.2)))
    plot("impacts", "Hit through a ball between, e = 0 and 1: way of the last", "time", "way", curves)


PLOTS = [coulomb, ellipse, polygon, static_dynamic, friction_table, tresca, sticking, restitution,
         restitution_table, cohesion, attraction, joint, adhesion, rolling, impacts]

if __name__ == "__main__":
    wanted = sys.argv[1:]
    if wanted and wanted[0] not in [p.__name__ for p in PLOTS]:
        TALUS = pathlib.Path(wanted.pop(0)).resolve()
    for make in PLOTS:
        if not wanted or make.__name__ in wanted:
            make()
