// Numbers as people read them.

const thin = '\u2009';
const minus = '\u2212';

/// About `digits` digits, without trailing noise: 0.0123, 1.5e−7, 42 000.
export function brief(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : `${minus}∞`;
  if (x === 0) return '0';
  const size = Math.abs(x);
  let text;
  if (size >= 1e6 || size < 1e-3) {
    text = x.toExponential(digits - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
  } else {
    text = String(Number(x.toPrecision(digits)));
  }
  return text.replace(/-/g, minus);
}

/// Every digit that makes the number, so that it reads back as the same.
export function exact(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : `${minus}∞`;
  return String(x).replace('-', minus).replace('e-', `e${minus}`).replace('e+', 'e');
}

/// What single precision holds, and no more.
export const single = (x) => exact(Number(x.toPrecision(7)));

export function count(n) {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, thin);
}

/// 1 body, 2 bodies.
export const counted = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/// A time with as many digits as the step between frames asks for.
export function timeText(t, step) {
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(step || 1)) + 1));
  return t.toFixed(digits).replace('-', minus);
}
