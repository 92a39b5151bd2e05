"""compare_vtk.py RESULTS EXPORT READER: every number of an export for ParaView against results.h5, bit for bit."""
import importlib
import pathlib
import sys
import xml.etree.ElementTree as xml

import h5py
import numpy

folder, reader = pathlib.Path(sys.argv[2]), importlib.import_module(sys.argv[3])
f = h5py.File(sys.argv[1] + "/results.h5", "r")
D, h = int(f.attrs["dimension"]), f.attrs["step_length"]
names = [n.decode() for n in f["bodies/name"][:]]
times = list(f["frames/time"][:])
owner = f["shapes/body"][:]
kind = [k.decode() for k in f["shapes/kind"][:]]
sizes = f["shapes/size"][:]
centred = (f["shapes/placement_position"][:] == 0).all(axis=1)
materials = [m.decode() for m in f["materials/name"][:]]


def equal(a, b):
    assert numpy.array_equal(a, b), (a, b)


def in_space(v):
    return numpy.hstack([v, numpy.zeros((len(v), 3 - D))]) if D == 2 else v


def files(dataset):
    root = xml.parse(folder / (dataset + ".pvd")).getroot()
    return [(float(d.get("timestep")), reader.read(folder / d.get("file"))) for d in root.iter("DataSet")]


def check_time(t, data):
    equal(data["field_data"]["TimeValue"], [t])
    k = times.index(t)
    equal(data["field_data"]["step"], [f["frames/step"][k]])
    assert data["field_data"]["material_names"] == materials
    return k


def contact_rows(k):
    begin, count = f["frames/contact_begin"][k], f["frames/contact_count"][k]
    return slice(begin, begin + count)


def check_contacts(fields, rows):
    get = lambda name: f["contacts/" + name][rows]
    equal(fields["body_a"], get("bodies")[:, 0])
    equal(fields["body_b"], get("bodies")[:, 1])
    equal(fields["shape_a"], get("shapes")[:, 0])
    equal(fields["shape_b"], get("shapes")[:, 1])
    for name in ["feature", "image", "status", "gap"]:
        equal(fields[name], get(name))
    for name in ["point", "normal", "impulse", "velocity"]:
        equal(fields[name], in_space(get(name)))
    equal(fields["force"], in_space(get("impulse") / h))
    along = (get("impulse") * get("normal")).sum(1)
    across = numpy.linalg.norm(get("impulse") - along[:, None] * get("normal"), axis=1)
    # Sums of a few products of numbers not above the impulse: some units in the last place of it.
    size = numpy.linalg.norm(get("impulse"), axis=1)
    assert (abs(fields["normal_impulse"] - along) <= 1e-15 * size).all()
    assert (abs(fields["tangential_impulse"] - across) <= 4e-15 * size).all()
    assert (abs(fields["normal_force"] - along / h) <= 2e-15 * size / h).all()


frames = 0
for t, data in files("bodies"):
    k = check_time(t, data)
    fields = data["point_data"]
    equal(data["points"], in_space(f["frames/position"][k]))
    equal([c[0] for c in data["verts"]], range(len(names)))
    equal(fields["body"], f["frames/body"][:])
    assert fields["name"] == names
    equal(fields["velocity"], in_space(f["frames/velocity"][k]))
    # Spins in space are kept in body axes by the reader: turned there and back.
    spin = f["frames/spin"][k]
    assert abs(fields["spin"] - spin).max() <= 1e-14 * (1 + abs(spin).max())
    if D == 2:
        equal(fields["angle"], f["frames/angle"][k])
        half = fields["angle"] / 2
        assert abs(fields["orientation"][:, 0] - numpy.cos(half)).max() < 1e-15
        assert abs(fields["orientation"][:, 3] - numpy.sin(half)).max() < 1e-15
    else:
        equal(fields["orientation"], f["frames/orientation"][k])
    mass = f["bodies/mass"][:]
    equal(fields["mass"][numpy.isfinite(mass)], mass[numpy.isfinite(mass)])
    assert numpy.isnan(fields["mass"][numpy.isinf(mass)]).all()
    equal(fields["prescribed"], f["bodies/prescribed"][:])
    units = data["units"]
    assert units["velocity"] == "velocity" and units["radius"] == "length" and units["mass"] == "mass"
    assert "body" not in units
    frames += 1

contacts = 0
for t, data in files("contacts"):
    rows = contact_rows(check_time(t, data))
    equal(data["points"], in_space(f["contacts/point"][rows]))
    check_contacts(data["point_data"], rows)
    contacts += len(data["points"])

for t, data in files("forces"):
    k = check_time(t, data)
    rows = contact_rows(k)
    check_contacts(data["cell_data"], rows)
    free = f["bodies/prescribed"][:] == 0
    for line, (a, b), p in zip(data["lines"], f["contacts/bodies"][rows], f["contacts/point"][rows]):
        way = [f["frames/position"][k][a], p] + ([f["frames/position"][k][b]] if free[b] else [])
        equal(data["points"][line], in_space(numpy.array(way)))

corners = 0
for t, data in files("shapes"):
    k = check_time(t, data)
    cells = data["lines"] + data["polys"]
    fields = data["cell_data"]
    equal(fields["body"], owner[fields["shape"]])
    equal(fields["material"], f["shapes/material"][:][fields["shape"]])
    assert set(fields["shape"]) == set(range(len(kind)))
    position = in_space(f["frames/position"][k])
    equal(fields["velocity"], in_space(f["frames/velocity"][k])[fields["body"]].astype("f4"))
    # Corners may be rounded to single precision.
    digits = 1e-6 * abs(data["points"]).max()
    for cell, s in zip(cells, fields["shape"]):
        p = data["points"][cell].astype(float)
        assert numpy.isfinite(p).all() and len(set(cell)) == len(cell) >= 2
        corners += len(cell)
        if kind[s] == "ball" and centred[s]:
            assert abs(numpy.linalg.norm(p - position[owner[s]], axis=1) - sizes[s][0]).max() < digits

print(frames, contacts, corners)
