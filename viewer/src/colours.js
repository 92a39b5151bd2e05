// Colours that people with any kind of colour vision tell apart.

const hex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));

/// Control points at equal distances. viridis and inferno: Smith and van der Walt (2015); cividis: Nuñez, Anderton and
/// Renslow (2018); the last is blue to orange through grey, for values with a sign.
const points = {
  viridis: '#440154 #482878 #3e4989 #31688e #26828e #1f9e89 #35b779 #6ece58 #b5de2b #fde725',
  cividis: '#00204d #00336f #39486b #575c6d #707173 #8a8779 #a69d75 #c4b56c #e4cf5b #ffea46',
  inferno: '#1b0c42 #4b0c6b #781c6d #a52c60 #cf4446 #ed6925 #fb9a06 #f7d03c #fcffa4',
  'blue–orange': '#2166ac #4393c3 #92c5de #d1e5f0 #ececec #fde0b8 #fdb863 #e08214 #b35806',
};

export const mapNames = Object.keys(points);

const tables = new Map();

/// 256 colours as bytes.
export function colourTable(name) {
  if (tables.has(name)) return tables.get(name);
  const stops = points[name].split(' ').map(hex);
  const out = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; ++i) {
    const x = (i / 255) * (stops.length - 1);
    const k = Math.min(Math.floor(x), stops.length - 2);
    for (let c = 0; c < 3; ++c) out[3 * i + c] = stops[k][c] + (x - k) * (stops[k + 1][c] - stops[k][c]);
  }
  tables.set(name, out);
  return out;
}

export function cssGradient(name) {
  return `linear-gradient(90deg, ${points[name].split(' ').join(', ')})`;
}

/// Of the palette of Okabe and Ito; those beyond its sixth begin again.
const materials = ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#f0e442', '#0072b2'].map(hex);
export const materialColour = (i) => materials[i % materials.length];

/// Contacts: open, sticking, sliding. Markers differ in form too.
export const statusColours = ['#8b929a', '#0072b2', '#d55e00'].map(hex);
export const statusNames = ['open', 'sticking', 'sliding'];

export const css = ([r, g, b]) => `rgb(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)})`;
