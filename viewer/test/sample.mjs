// Packs made up for trying the page: every kind of shape, any number of balls.
import { deflateSync } from 'node:zlib';
import { readFileSync } from 'node:fs';

const names = { Uint8Array: 'u1', Uint32Array: 'u4', Int32Array: 'i4', Float32Array: 'f4', Float64Array: 'f8' };

export function pack(header, arrays) {
  const table = {};
  let offset = 0;
  for (const [name, [width, data]] of Object.entries(arrays)) {
    table[name] = { type: names[data.constructor.name], count: data.length, width, offset };
    offset += Math.ceil(data.byteLength / 8) * 8;
  }
  let json = Buffer.from(JSON.stringify({ ...header, arrays: table }));
  json = Buffer.concat([json, Buffer.alloc((8 - (json.length % 8)) % 8, ' ')]);
  const out = Buffer.alloc(16 + json.length + offset);
  out.write('talusvw1');
  out.writeUInt32LE(json.length, 8);
  json.copy(out, 16);
  for (const [name, [, data]] of Object.entries(arrays)) {
    Buffer.from(data.buffer, data.byteOffset, data.byteLength).copy(out, 16 + json.length + table[name].offset);
  }
  return out;
}

export function page(packs) {
  const scripts = Object.entries(packs).map(
    ([name, bytes]) => `<script type="application/octet-stream" id="talus-${name}">${deflateSync(bytes).toString('base64')}</script>\n`,
  );
  const html = readFileSync(new URL('../dist/viewer.html', import.meta.url), 'utf8');
  const at = html.indexOf('<!--DATA-->');
  return html.slice(0, at) + scripts.join('') + html.slice(at + 11);
}

/// A cloud of balls that falls, with one shape of every other kind.
export function cloud(count, frames = 12, others = true) {
  let seed = 7;
  const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
  const kinds = ['ball', 'half_space', 'wall', 'drum', 'capsule', 'hull', 'cylinder', 'mesh'];
  const side = Math.cbrt(count) * 1.1;
  const bodies = [];
  const box = [[0, 0, 1, 0], [1, 0, 0, -side], [-1, 0, 0, -side], [0, 1, 0, -side], [0, -1, 0, -side]];
  const align = ([x, y, z]) => {
    const q = [-y, x, 0, 1 + z];
    const n = Math.hypot(...q);
    return n > 1e-9 ? q.map((v) => v / n) : [1, 0, 0, 0];
  };
  bodies.push({
    name: 'box', held: 1, x: [0, 0, 0],
    shapes: box.map(([a, b, c, d]) => ({ kind: 1, place: [a * d, b * d, c * d], turn: align([a, b, c]), size: [0, 0], form: -1, radius: Infinity })),
  });
  const one = (kind, size, form = -1) => [{ kind, place: [0, 0, 0], turn: [0, 0, 0, 1], size, form, radius: 1 }];
  for (let i = 0; i < count; ++i) {
    const r = 0.6 + 0.5 * random();
    const x = [0, 1].map(() => (2 * random() - 1) * (side - r)).concat(r + random() * 2.4 * side);
    let shapes = one(0, [r, 0]);
    if (others && i % 7 === 1) shapes = one(4, [0.8, 0.5]);
    if (others && i % 7 === 2) shapes = one(6, [0.7, 0.6]);
    if (others && i % 7 === 3) shapes = one(5, [0, 0], 0);
    bodies.push({ name: `ball_${i}`, held: 0, x, shapes });
  }
  const shapes = bodies.flatMap((b, owner) => b.shapes.map((s) => ({ ...s, owner })));
  const flat = (list) => list.flat();
  const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.7 * x, 0.7 * y, 0.7 * z])));
  const faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
  const n = bodies.length;
  const packs = {};
  packs.head = pack(
    {
      kind: 'head', dimension: 3, title: 'A cloud made up', name: 'cloud', version: '0', scene: { given: 'talus: 1\n', complete: '' },
      origin: [0, 0, 0], low: [-side, -side, 0], high: [side, side, 2.5 * side], materials: ['sand', 'wall'], names: bodies.map((b) => b.name),
      kinds, kind_names: kinds, contacts: true, tolerance: 1e-4, steps: 1000, unconverged: 3, law_error_max: 2e-3, frames_recorded: frames, live: false, precision: 'f8',
    },
    {
      prescribed: [1, Uint8Array.from(bodies, (b) => b.held)],
      mass: [1, Float64Array.from(bodies, () => 1)],
      volume: [1, Float64Array.from(bodies, () => 1)],
      shape_kind: [1, Uint8Array.from(shapes, (s) => s.kind)],
      shape_owner: [1, Uint32Array.from(shapes, (s) => s.owner)],
      shape_material: [1, Uint32Array.from(shapes, (s) => (s.kind === 1 ? 1 : 0))],
      shape_position: [3, Float32Array.from(flat(shapes.map((s) => s.place)))],
      shape_turn: [4, Float32Array.from(flat(shapes.map((s) => s.turn)))],
      shape_size: [2, Float32Array.from(flat(shapes.map((s) => s.size)))],
      shape_radius: [1, Float32Array.from(shapes, (s) => s.radius)],
      shape_form: [1, Int32Array.from(shapes, (s) => s.form)],
      form_vertex: [1, Uint32Array.from([0, 8])],
      form_face: [1, Uint32Array.from([0, 6])],
      vertices: [3, Float32Array.from(flat(cube))],
      face_start: [1, Uint32Array.from([0, 4, 8, 12, 16, 20, 24])],
      face_vertices: [1, Uint32Array.from(flat(faces))],
      frame_times: [1, Float64Array.from({ length: frames }, (_, i) => 0.1 * i)],
    },
  );
  const contacts = Array.from({ length: 2 * count }, (_, c) => c);
  const rows = 200;
  const column = (f) => [1, Float64Array.from({ length: rows }, (_, i) => f(i / rows))];
  packs.history = pack({ kind: 'history' }, {
    time: column((x) => x * 0.1 * (frames - 1)),
    'kinetic.min': column((x) => 4 * x * (1 - x)), 'kinetic.max': column((x) => 4 * x * (1 - x) + 0.05),
    'law_error.min': column((x) => 1e-5), 'law_error.max': column((x) => 9e-5 * (1 + (x > 0.7 && x < 0.72 ? 5 : 0))),
    'sweeps.min': column(() => 10), 'sweeps.max': column((x) => 40 + 30 * Math.sin(20 * x)),
    'contacts.min': column((x) => 900 * x), 'contacts.max': column((x) => 1000 * x),
    'unconverged.max': column((x) => (x > 0.7 && x < 0.72 ? 1 : 0)), 'unconverged.min': column(() => 0),
  });
  for (let f = 0; f < frames; ++f) {
    const drop = 1 - 0.4 * (f / Math.max(1, frames - 1));
    const angle = 0.3 * f;
    packs[`frame-${f}`] = pack({ kind: 'frame', time: 0.1 * f, step: 10 * f }, {
      position: [3, Float64Array.from(flat(bodies.map((b) => [b.x[0], b.x[1], b.x[2] * drop])))],
      turn: [4, Float64Array.from(flat(bodies.map((b, i) => (b.held ? [0, 0, 0, 1] : [Math.sin(angle + i), 0, 0, Math.cos(angle + i)]))))],
      velocity: [3, Float64Array.from(flat(bodies.map((b) => [0, 0, -b.x[2] * 0.1])))],
      spin: [3, new Float64Array(3 * n)],
      contact_a: [1, Uint32Array.from(contacts, (c) => 1 + (c % count))],
      contact_b: [1, Uint32Array.from(contacts, (c) => 1 + ((c + 1 + Math.floor(c / count)) % count))],
      contact_point: [3, Float64Array.from(flat(contacts.map((c) => bodies[1 + (c % count)].x)))],
      contact_normal: [3, Float64Array.from(flat(contacts.map(() => [0, 0, 1])))],
      contact_force: [3, Float64Array.from(flat(contacts.map((c) => [0, 0, 1 + (c % 10)])))],
      contact_gap: [1, new Float64Array(contacts.length)],
      contact_status: [1, Uint8Array.from(contacts, (c) => c % 3)],
    });
  }
  return packs;
}
