// A number for each body in a frame, to colour by.

const length = (a, i, width) => {
  let sum = 0;
  for (let k = 0; k < width; ++k) sum += a[i * width + k] ** 2;
  return Math.sqrt(sum);
};

const ofEach = (count, f) => {
  const out = new Float64Array(count);
  for (let i = 0; i < count; ++i) out[i] = f(i);
  return out;
};

/// Mean pressure of each body: minus a D-th of the trace of its stress, the sum of force times arm over its volume.
function pressure(head, frame) {
  const D = head.dimension;
  const { position, contact_a, contact_b, contact_point, contact_force, contact_shift } = frame.arrays;
  const { volume } = head.arrays;
  const out = new Float64Array(head.names.length);
  for (let c = 0; c < contact_a.length; ++c) {
    const a = contact_a[c];
    const b = contact_b[c];
    for (let k = 0; k < D; ++k) {
      const f = contact_force[c * D + k];
      const p = contact_point[c * D + k];
      const shift = contact_shift ? contact_shift[c * D + k] : 0;
      out[a] -= f * (p - position[a * D + k]);
      out[b] += f * (p - shift - position[b * D + k]);
    }
  }
  for (let i = 0; i < out.length; ++i) out[i] = volume[i] > 0 ? out[i] / (D * volume[i]) : NaN;
  return out;
}

/// Contacts with an impulse.
function touching(head, frame) {
  const D = head.dimension;
  const { contact_a, contact_b, contact_force } = frame.arrays;
  const out = new Float64Array(head.names.length);
  for (let c = 0; c < contact_a.length; ++c) {
    if (length(contact_force, c, D) === 0) continue;
    ++out[contact_a[c]];
    ++out[contact_b[c]];
  }
  return out;
}

/// The greatest of a number of the contacts of each body.
function worst(head, frame, of) {
  const { contact_a, contact_b } = frame.arrays;
  const out = new Float64Array(head.names.length);
  for (let c = 0; c < contact_a.length; ++c) {
    const x = of(frame.arrays, c);
    if (x > out[contact_a[c]]) out[contact_a[c]] = x;
    if (x > out[contact_b[c]]) out[contact_b[c]] = x;
  }
  return out;
}

/// What this run can be coloured by: {key, label, signed, values(frame)}.
export function fieldsOf(head) {
  const D = head.dimension;
  const bodies = head.names.length;
  const axes = ['x', 'y', 'z'].slice(0, D);
  const list = [
    { key: 'material', label: 'Material', category: true },
    { key: 'speed', label: 'Speed', zero: true, values: (f) => ofEach(bodies, (i) => length(f.arrays.velocity, i, D)) },
    {
      key: 'spin',
      label: D === 2 ? 'Spin' : 'Spin, magnitude',
      signed: D === 2,
      zero: true,
      values: (f) => (D === 2 ? f.arrays.spin : ofEach(bodies, (i) => length(f.arrays.spin, i, 3))),
    },
  ];
  axes.forEach((axis, k) => {
    list.push({
      key: `v${axis}`,
      label: `Velocity along ${axis}`,
      signed: true,
      values: (f) => ofEach(bodies, (i) => f.arrays.velocity[i * D + k]),
    });
  });
  axes.forEach((axis, k) => {
    list.push({
      key: axis,
      label: `Position ${axis}`,
      values: (f) => ofEach(bodies, (i) => head.origin[k] + f.arrays.position[i * D + k]),
    });
  });
  if (head.contacts) {
    list.push({ key: 'pressure', label: 'Pressure', zero: true, values: (f) => pressure(head, f) });
    list.push({
      key: 'force',
      label: 'Largest contact force',
      zero: true,
      values: (f) => worst(head, f, (a, c) => length(a.contact_force, c, D)),
    });
    list.push({ key: 'overlap', label: 'Deepest overlap', zero: true, values: (f) => worst(head, f, (a, c) => -a.contact_gap[c]) });
    list.push({ key: 'touching', label: 'Contacts that push', zero: true, values: (f) => touching(head, f) });
  }
  if (D === 2) list.push({ key: 'angle', label: 'Angle', signed: true, values: (f) => f.arrays.turn });
  list.push({
    key: 'kinetic',
    label: 'Kinetic energy of the velocity',
    zero: true,
    values: (f) => ofEach(bodies, (i) => 0.5 * head.arrays.mass[i] * length(f.arrays.velocity, i, D) ** 2),
  });
  list.push({ key: 'mass', label: 'Mass', values: () => head.arrays.mass });
  if (head.arrays.born) list.push({ key: 'born', label: 'Date of birth', values: () => head.arrays.born });
  // Whatever else was recorded, one number a body.
  for (const field of head.fields ?? []) {
    list.push({ key: field.array, label: field.label, values: (f) => f.arrays[field.array] });
  }
  return list;
}

/// Least and greatest of the values of bodies that move freely; of all where none does. Fields with a sign have 0 in the
/// middle, magnitudes have it at the end.
export function rangeOf(values, prescribed, { signed, zero }) {
  let low = Infinity;
  let high = -Infinity;
  for (const free of [true, false]) {
    if (low <= high) break;
    for (let i = 0; i < values.length; ++i) {
      if (free && prescribed[i]) continue;
      if (!Number.isFinite(values[i])) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  }
  if (!(low <= high)) return [0, 1];
  if (signed) {
    const most = Math.max(Math.abs(low), Math.abs(high));
    return [-most, most];
  }
  return zero ? [Math.min(0, low), high] : [low, high];
}
