"""compare_tables.py RESULTS EXPORT: every number of the tables and arrays of an export against results.h5, bit for bit."""
import csv
import sys

import h5py
import numpy

f = h5py.File(sys.argv[1] + "/results.h5", "r")
D, h = int(f.attrs["dimension"]), f.attrs["step_length"]
names = [n.decode() for n in f["bodies/name"][:]]
materials = [m.decode() for m in f["materials/name"][:]]
turn = "angle" if D == 2 else "orientation"
axes = "xyz"[:D]


def same(a, b):
    a, b = numpy.asarray(a), numpy.asarray(b)
    assert a.shape == b.shape, (a.shape, b.shape)
    assert numpy.array_equal(a, b), (a, b)


z = numpy.load(sys.argv[2] + "/results.npz")
assert z["dimension"] == D and z["step_length"] == h
k = z["frame"]
same(z["time"], f["frames/time"][:][k])
same(z["step"], f["frames/step"][:][k])
same(z["contact_count"], f["frames/contact_count"][:][k])
same(z["body_body"], f["frames/body"][:])
assert list(z["body_name"]) == names and list(z["material_name"]) == materials
same(z["body_mass"], f["bodies/mass"][:])
for name in ["position", turn, "velocity"]:
    same(z[name], f["frames/" + name][:][k])
# Spins in space are kept in body axes by the reader: turned there and back.
assert abs(z["spin"] - f["frames/spin"][:][k]).max() <= 1e-14 * (1 + abs(z["spin"]).max())
rows = numpy.concatenate([numpy.arange(f["frames/contact_begin"][i], f["frames/contact_begin"][i] + f["frames/contact_count"][i]) for i in k]).astype(int)
for name in ["feature", "image", "status", "point", "normal", "gap", "impulse", "velocity"]:
    same(z["contact_" + name], f["contacts/" + name][:][rows])
for i, side in enumerate("ab"):
    same(z["contact_body_" + side], f["contacts/bodies"][:][rows, i])
    same(z["contact_shape_" + side], f["contacts/shapes"][:][rows, i])
same(z["contact_force"], f["contacts/impulse"][:][rows] / h)
for name in f["steps"]:
    same(z["steps_" + name], f["steps/" + name][:])
for i, (b, n) in enumerate(zip(z["contact_begin"], z["contact_count"])):
    same(z["contact_gap"][b:b + n], f["contacts/gap"][f["frames/contact_begin"][k[i]]:][:n])


def table(name):
    with open(sys.argv[2] + "/" + name, newline="") as file:
        lines = list(csv.reader(file))
    return {key: [line[i] for line in lines[1:]] for i, key in enumerate(lines[0])}


def numbers(column):
    return numpy.array([float(x) for x in column])


# The tables say the same as the arrays: pandas.read_csv gives these columns.
p = table("properties.csv")
assert p["name"] == names
assert p["material_name"] == [materials[m] for m in z["body_material"]]
for name in ["body", "radius", "mass", "prescribed"]:
    same(numbers(p[name]), z["body_" + name])
b = table("bodies.csv")
same(numbers(b["frame"]), numpy.repeat(k, len(names)))
same(numbers(b["time"]), numpy.repeat(z["time"], len(names)))
same(numbers(b["body"]), numpy.tile(z["body_body"], len(k)))
for i, axis in enumerate(axes):
    same(numbers(b[axis]), z["position"][:, :, i].ravel())
    same(numbers(b["v" + axis]), z["velocity"][:, :, i].ravel())
same(numbers(b["angle" if D == 2 else "qw"]), (z["angle"] if D == 2 else z["orientation"][:, :, 0]).ravel())
same(numbers(b["spin" if D == 2 else "spin_y"]), (z["spin"] if D == 2 else z["spin"][:, :, 1]).ravel())
c = table("contacts.csv")
same(numbers(c["step"]), numpy.repeat(z["step"], z["contact_count"]))
for name in ["body_a", "body_b", "shape_a", "feature", "status", "gap", "normal_force", "tangential_impulse"]:
    same(numbers(c[name]), z["contact_" + name])
for i, axis in enumerate(axes):
    same(numbers(c[axis]), z["contact_point"][:, i])
    same(numbers(c["n" + axis]), z["contact_normal"][:, i])
    same(numbers(c["force_" + axis]), z["contact_force"][:, i])
s = table("steps.csv")
assert set(s) == set(f["steps"])
for name in f["steps"]:
    same(numbers(s[name]), f["steps/" + name][:])
print(len(k), len(c["gap"]))
