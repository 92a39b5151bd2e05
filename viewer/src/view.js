// What is shown and how: one plain object, kept in the address after #, so that a link brings the same picture back.

import { mapNames } from './colours.js';

export const defaults = {
  frame: 0,
  speed: 0, // simulated time for a second of the clock; 0: chosen by the length of the run
  colour: 'material',
  map: 'viridis',
  range: 'run', // of the colours: 'run', 'frame' or 'low,high'
  chains: false,
  chainWidth: 1,
  chainColour: 'plain',
  contacts: false,
  normals: false,
  held: 'auto',
  opacity: 1,
  marks: true,
  cut: 'off',
  cutAt: 0.5,
  cutAzimuth: -60, // of a cut in any direction: degrees, as of the eye
  cutElevation: 25,
  cutFlip: false,
  pick: '',
  camera: '',
  graphs: true,
  panel: true,
  theme: 'auto',
};

/// What may be chosen, where not everything makes sense.
const choices = {
  map: mapNames,
  cut: ['off', 'x', 'y', 'z', 'any'],
  held: ['auto', 'solid', 'glass', 'hidden'],
  chainColour: ['plain', 'force', 'status'],
};

export function readHash(text) {
  const view = { ...defaults };
  for (const [key, value] of new URLSearchParams(text.replace(/^#/, ''))) {
    if (!(key in defaults) || (choices[key] && !choices[key].includes(value))) continue;
    const kind = typeof defaults[key];
    if (kind === 'boolean') view[key] = value === '1';
    else if (kind === 'number') view[key] = Number.isFinite(Number(value)) ? Number(value) : defaults[key];
    else view[key] = value;
  }
  return view;
}

export function writeHash(view) {
  const out = new URLSearchParams();
  for (const [key, value] of Object.entries(defaults)) {
    if (view[key] === value) continue;
    out.set(key, typeof value === 'boolean' ? (view[key] ? '1' : '0') : String(view[key]));
  }
  return out.toString();
}
