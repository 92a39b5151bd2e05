// A colour for each shape, and the legend that says what it means.

import { colourTable, css, cssGradient, materialColour, statusColours, statusNames } from './colours.js';
import { rangeOf } from './fields.js';
import { brief } from './numbers.js';

const grey = { light: [196, 201, 205], dark: [92, 100, 107] };

export class Paint {
  constructor(head, fields, legend) {
    this.head = head;
    this.fields = new Map(fields.map((f) => [f.key, f]));
    this.legend = legend;
    this.ranges = new Map(); // of the run, by field; grows with the frames seen
  }

  field(view) {
    return this.fields.get(view.colour) ?? this.fields.get('material');
  }

  /// Ranges of the run, from some of its frames.
  learn(frame) {
    for (const f of this.fields.values()) {
      if (f.category) continue;
      const [low, high] = rangeOf(f.values(frame), this.head.arrays.prescribed, f);
      const known = this.ranges.get(f.key);
      this.ranges.set(f.key, known ? [Math.min(known[0], low), Math.max(known[1], high)] : [low, high]);
    }
  }

  range(field, values, view) {
    if (view.range === 'frame' || !this.ranges.has(field.key)) return rangeOf(values, this.head.arrays.prescribed, field);
    const [low, high] = view.range.split(',').map(Number);
    if (Number.isFinite(low) && Number.isFinite(high)) return [low, high];
    return this.ranges.get(field.key);
  }

  static mapOf(field, view) {
    return field.signed ? 'blue–orange' : view.map;
  }

  /// Fills four bytes a shape.
  fill(data, frame, view, dark) {
    const { arrays } = this.head;
    const held = dark ? grey.dark : grey.light;
    const field = this.field(view);
    const values = field.category ? null : field.values(frame);
    const [low, high] = values ? this.range(field, values, view) : [0, 1];
    const table = colourTable(Paint.mapOf(field, view));
    const scale = high > low ? 255 / (high - low) : 0;
    const { shape_owner, shape_material, prescribed } = arrays;
    const { position } = frame.arrays;
    const D = this.head.dimension;
    for (let s = 0; s < shape_owner.length; ++s) {
      const b = shape_owner[s];
      let c = held;
      let i = 0;
      if (!prescribed[b]) {
        if (!values) {
          c = materialColour(shape_material[s]);
        } else if (Number.isFinite(values[b])) {
          c = table;
          i = 3 * Math.min(255, Math.max(0, Math.round((values[b] - low) * scale)));
        }
      }
      data[4 * s] = c[i];
      data[4 * s + 1] = c[i + 1];
      data[4 * s + 2] = c[i + 2];
      data[4 * s + 3] = Number.isFinite(position[b * D]) ? 255 : 0;
    }
    this.describe(field, view, low, high, held);
  }

  describe(field, view, low, high, held) {
    const key = [field.key, low, high, held, view.map, view.chains, view.chainColour, view.contacts, view.normals, view.ink, this.reference].join();
    if (key === this.described) return; // as most frames of a run
    this.described = key;
    const parts = [];
    if (field.category) {
      const used = new Set();
      this.head.arrays.shape_material.forEach((m, s) => {
        if (!this.head.arrays.prescribed[this.head.arrays.shape_owner[s]]) used.add(m);
      });
      const keys = [...used].sort((a, b) => a - b).slice(0, 12).map((m) => [css(materialColour(m)), this.head.materials[m], '']);
      if (this.head.arrays.prescribed.some((p) => p !== 0)) keys.push([css(held), 'fixed or moved', '']);
      parts.push(keys);
    } else {
      parts.push({ title: field.label, map: Paint.mapOf(field, view), low, high });
    }
    if (view.contacts || view.normals || (view.chains && view.chainColour === 'status')) {
      parts.push(statusNames.map((name, i) => [css(statusColours[i]), name, view.contacts ? ['ring', 'disk', 'diamond'][i] : '']));
    }
    if (view.chains) {
      const ink = view.chainColour === 'plain' ? css(view.ink) : 'var(--faint)';
      parts.push([[ink, `force ${brief(this.reference, 3)}`, 'line']]);
    }
    this.legend.replaceChildren(...parts.map((p) => (Array.isArray(p) ? Paint.keys(p) : Paint.ramp(p))));
  }

  static keys(list) {
    const out = document.createElement('div');
    out.className = 'keys';
    for (const [colour, text, kind] of list) {
      const item = document.createElement('span');
      const mark = document.createElement('i');
      mark.className = kind;
      mark.style.setProperty('--mark', colour);
      if (kind === 'line') mark.style.setProperty('--thick', '7px');
      item.append(mark, text);
      out.append(item);
    }
    return out;
  }

  static ramp({ title, map, low, high }) {
    const out = document.createElement('div');
    const heading = document.createElement('h4');
    heading.textContent = title;
    const ramp = document.createElement('div');
    ramp.className = 'ramp';
    ramp.style.background = cssGradient(map);
    const ends = document.createElement('div');
    ends.className = 'ends';
    for (const x of [low, 0.5 * (low + high), high]) {
      const end = document.createElement('span');
      end.textContent = brief(x, 3);
      ends.append(end);
    }
    out.append(heading, ramp, ends);
    return out;
  }
}
