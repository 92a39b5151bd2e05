// Vectors, quaternions (x, y, z, w) and half-spaces, as far as placing shapes needs them.

export const add = (a, b) => a.map((x, i) => x + b[i]);
export const sub = (a, b) => a.map((x, i) => x - b[i]);
export const scale = (a, s) => a.map((x) => x * s);
export const dot = (a, b) => a.reduce((s, x, i) => s + x * b[i], 0);
export const norm = (a) => Math.hypot(...a);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function turned([x, y, z, w], v) {
  const u = [x, y, z];
  const t = add(cross(u, v), scale(v, w));
  return add(v, scale(cross(u, t), 2));
}
export const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];

/// Of an angle in the plane.
export const planeTurn = (angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/// Cuts off a convex polygon what lies where n . x > d.
function cut(polygon, n, d) {
  const out = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const a = dot(n, p) - d;
    const b = dot(n, q) - d;
    if (a <= 0) out.push(p);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) out.push(add(p, scale(sub(q, p), a / (a - b))));
  });
  return out;
}

/// The part of the plane n . x = d that lies in the ball about `middle` and outside all `others` ({n, d}: matter where
/// n . x < d).
export function shownPart({ n, d }, others, middle, radius) {
  const foot = add(middle, scale(n, d - dot(n, middle)));
  const u0 = Math.abs(n[2]) < 0.9 ? cross([0, 0, 1], n) : cross([0, 1, 0], n);
  const u = scale(u0, radius / norm(u0));
  const v = cross(n, u);
  let polygon = [add(add(foot, u), v), add(sub(foot, u), v), sub(sub(foot, u), v), sub(add(foot, u), v)];
  const slack = 1e-6 * radius;
  for (const other of others) {
    if (polygon.length === 0) break;
    polygon = cut(polygon, scale(other.n, -1), -other.d + slack);
  }
  // Counter-clockwise seen from the free side.
  if (polygon.length > 2 && dot(cross(sub(polygon[1], polygon[0]), sub(polygon[2], polygon[1])), n) < 0) polygon.reverse();
  return polygon;
}
