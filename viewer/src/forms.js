// Triangles of the forms shapes have. A template's corner is round * radius + along * extents; `edge` is 0 on the side of
// a triangle that is an edge of the form, and 1 at its other corners.

class Triangles {
  constructor() {
    this.round = [];
    this.along = [];
    this.normal = [];
    this.edge = [];
  }

  /// Corners as {round, along, normal}; edges: whether the side opposite to each corner is drawn.
  add(corners, edges = [false, false, false]) {
    corners.forEach((c, i) => {
      this.round.push(...(c.round ?? [0, 0, 0]));
      this.along.push(...(c.along ?? [0, 0, 0]));
      this.normal.push(...c.normal);
      for (let k = 0; k < 3; ++k) this.edge.push(edges[k] && k !== i ? 0 : 255);
      this.edge.push(255);
    });
  }

  /// A quadrilateral a b c d whose sides ab and cd may be edges.
  strip(a, b, c, d, low, high) {
    this.add([a, b, c], [false, false, low]);
    this.add([a, c, d], [high, false, false]);
  }
}

const circle = (i, n) => {
  const angle = (2 * Math.PI * i) / n;
  return [Math.cos(angle), Math.sin(angle)];
};

/// Of `many` nobody looks at each.
function capsule(many) {
  const [sides, rings] = many ? [12, 3] : [24, 6];
  const t = new Triangles();
  const levels = []; // from the lower pole to the upper one; the middle part is the cylinder
  for (let k = 0; k <= rings; ++k) levels.push([-0.5 * Math.PI * (1 - k / rings), -1]);
  for (let k = 0; k <= rings; ++k) levels.push([(0.5 * Math.PI * k) / rings, 1]);
  const corner = (i, [latitude, end]) => {
    const [x, y] = circle(i, sides);
    const n = [x * Math.cos(latitude), y * Math.cos(latitude), Math.sin(latitude)];
    return { round: n, along: [0, 0, end], normal: n };
  };
  for (let k = 0; k + 1 < levels.length; ++k) {
    for (let i = 0; i < sides; ++i) {
      t.strip(corner(i, levels[k]), corner(i + 1, levels[k]), corner(i + 1, levels[k + 1]), corner(i, levels[k + 1]));
    }
  }
  return t;
}

function tube(t, sides, ends, inwards) {
  const corner = (i, end) => {
    const [x, y] = circle(i, sides);
    return { round: [x, y, 0], along: [0, 0, end], normal: inwards ? [-x, -y, 0] : [x, y, 0] };
  };
  for (let i = 0; i < sides; ++i) {
    if (inwards) t.strip(corner(i + 1, -1), corner(i, -1), corner(i, 1), corner(i + 1, 1), true, true);
    else t.strip(corner(i, -1), corner(i + 1, -1), corner(i + 1, 1), corner(i, 1), true, true);
    if (!ends) continue;
    for (const z of [-1, 1]) {
      const normal = [0, 0, z];
      const middle = { along: [0, 0, z], normal };
      const a = { ...corner(i, z), normal };
      const b = { ...corner(i + 1, z), normal };
      t.add(z > 0 ? [middle, a, b] : [middle, b, a], [true, false, false]);
    }
  }
  return t;
}

function rectangle() {
  const t = new Triangles();
  const corner = (x, y) => ({ along: [x, y, 0], normal: [0, 0, 1] });
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const middle = { normal: [0, 0, 1] };
  corners.forEach((c, i) => t.add([middle, c, corners[(i + 1) % 4]], [true, false, false]));
  return t;
}

/// Around the middle, corner after corner; the outline is an edge.
function fan(corners) {
  const t = new Triangles();
  const normal = [0, 0, 1];
  corners.forEach((c, i) => {
    t.add([{ normal }, { ...c, normal }, { ...corners[(i + 1) % corners.length], normal }], [true, false, false]);
  });
  return t;
}

function planeCapsule() {
  const half = 20;
  const corners = [];
  for (const end of [1, -1]) {
    for (let i = 0; i <= half; ++i) {
      const angle = (end > 0 ? 0 : Math.PI) + (Math.PI * i) / half;
      corners.push({ round: [Math.cos(angle), Math.sin(angle), 0], along: [0, end, 0] });
    }
  }
  return fan(corners);
}

/// Of a hollow vessel in the plane some of the matter around it.
function planeDrum() {
  const sides = 128;
  const wall = 1.06;
  const t = new Triangles();
  const corner = (i, r) => {
    const [x, y] = circle(i, sides);
    return { round: [r * x, r * y, 0], normal: [0, 0, 1] };
  };
  for (let i = 0; i < sides; ++i) {
    t.strip(corner(i, 1), corner(i + 1, 1), corner(i + 1, wall), corner(i, wall), true, false);
  }
  return t;
}

/// Matter below the first axis, far in all other directions: `size` says how far.
function halfPlane() {
  const t = new Triangles();
  const corner = (x, y) => ({ along: [x, y, 0], normal: [0, 0, 1] });
  t.strip(corner(1, 0), corner(-1, 0), corner(-1, -1), corner(1, -1), true, false);
  return t;
}

function planeWall() {
  const t = new Triangles();
  const corner = (x, y) => ({ along: [x, y, 0], normal: [0, 0, 1] });
  t.strip(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), true, true);
  return t;
}

export const templates = {
  2: { capsule: planeCapsule, drum: planeDrum, half_space: halfPlane, wall: planeWall },
  3: {
    capsule,
    cylinder: (many) => tube(new Triangles(), many ? 20 : 40, true, false),
    drum: () => tube(new Triangles(), 96, false, true),
    wall: rectangle,
  },
};

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function unitNormal(corners) {
  // Newell's: right for any flat polygon.
  const n = [0, 0, 0];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const c = cross(p, q);
    for (let k = 0; k < 3; ++k) n[k] += c[k];
  });
  const length = Math.hypot(...n) || 1;
  return n.map((x) => x / length);
}

/// Faces that meet at less than this show no edge.
const smooth = Math.cos((18 * Math.PI) / 180);

/// Triangles of faces (lists of corner numbers) over points: positions, normals and edges, corner after corner.
export function facets(points, faces) {
  const normals = faces.map((f) => unitNormal(f.map((v) => points[v])));
  const seen = new Map(); // edge -> normal of a face at it, or null once it is known to be smooth
  const key = (a, b) => (a < b ? `${a},${b}` : `${b},${a}`);
  faces.forEach((f, j) => {
    f.forEach((a, i) => {
      const k = key(a, f[(i + 1) % f.length]);
      const other = seen.get(k);
      seen.set(k, other && dot(other, normals[j]) > smooth ? null : normals[j]);
    });
  });
  const out = { position: [], normal: [], edge: [] };
  const add = (p, n, edges, i) => {
    out.position.push(...p);
    out.normal.push(...n);
    for (let k = 0; k < 3; ++k) out.edge.push(edges[k] && k !== i ? 0 : 255);
    out.edge.push(255);
  };
  faces.forEach((f, j) => {
    const sharp = f.map((a, i) => seen.get(key(a, f[(i + 1) % f.length])) !== null);
    const corners = f.map((v) => points[v]);
    if (f.length === 3) {
      const edges = [sharp[1], sharp[2], sharp[0]]; // side opposite to each corner
      corners.forEach((p, i) => add(p, normals[j], edges, i));
      return;
    }
    const middle = [0, 1, 2].map((k) => corners.reduce((s, p) => s + p[k], 0) / f.length);
    corners.forEach((p, i) => {
      const edges = [sharp[i], false, false];
      [middle, p, corners[(i + 1) % f.length]].forEach((x, m) => add(x, normals[j], edges, m));
    });
  });
  return out;
}
