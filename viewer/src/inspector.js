// The numbers of what was picked, as they stand in the results, digit by digit.

import { statusNames } from './colours.js';
import { exact, single } from './numbers.js';

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

const axes = ['x', 'y', 'z'];

export class Inspector {
  constructor(box, head, onPick) {
    this.box = box;
    this.head = head;
    this.number = head.precision === 'f4' ? single : exact;
    box.addEventListener('click', (event) => {
      const target = event.target.closest('[data-pick]');
      if (target) onPick(target.dataset.pick);
    });
  }

  row(key, label, values, names) {
    const cells = values
      .map((v, i) => {
        const name = names ? `<i>${names[i]}</i>` : '';
        return `<span data-key="${key}${names ? `.${names[i]}` : ''}">${name}${typeof v === 'string' ? v : this.number(v)}</span>`;
      })
      .join('');
    return `<dt>${label}</dt><dd>${cells}</dd>`;
  }

  vector(key, label, array, i, names = axes.slice(0, this.head.dimension), origin = null) {
    const D = names.length;
    const values = names.map((_, k) => array[i * D + k] + (origin ? origin[k] : 0));
    return this.row(key, label, values, names);
  }

  bodyLink(b) {
    return `<button class="link" data-pick="b${b}">${escape(this.head.names[b])}</button>`;
  }

  body(b, frame) {
    const { head } = this;
    const a = frame.arrays;
    const D = head.dimension;
    const held = head.arrays.prescribed[b];
    const materials = new Set();
    const kinds = new Map();
    head.arrays.shape_owner.forEach((owner, s) => {
      if (owner !== b) return;
      materials.add(head.materials[head.arrays.shape_material[s]]);
      const kind = head.kind_names[head.arrays.shape_kind[s]];
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    });
    const forms = [...kinds].map(([k, n]) => (n > 1 ? `${n} × ${k}` : k)).join(', ');
    const rows = [
      this.row('material', 'material', [escape([...materials].join(', '))]),
      this.row('mass', 'mass', [held ? 'moves as prescribed' : head.arrays.mass[b]]),
      this.vector('position', 'centre', a.position, b, undefined, head.origin),
      D === 2
        ? this.row('angle', 'angle', [a.turn[b]])
        : this.row('orientation', 'orientation', [3, 0, 1, 2].map((k) => a.turn[4 * b + k]), ['w', 'x', 'y', 'z']),
      this.vector('velocity', 'velocity', a.velocity, b),
      D === 2 ? this.row('spin', 'spin', [a.spin[b]]) : this.vector('spin', 'spin', a.spin, b),
    ];
    this.show(head.names[b], `body ${b} · ${forms}`, rows, this.contactsOf(b, a));
  }

  contactsOf(b, a) {
    if (!a.contact_a) return '';
    const D = this.head.dimension;
    const found = [];
    for (let c = 0; c < a.contact_a.length; ++c) {
      if (a.contact_a[c] !== b && a.contact_b[c] !== b) continue;
      let force = 0;
      for (let k = 0; k < D; ++k) force += a.contact_force[c * D + k] ** 2;
      found.push([Math.sqrt(force), c, a.contact_a[c] === b ? a.contact_b[c] : a.contact_a[c]]);
    }
    found.sort((p, q) => q[0] - p[0]);
    const most = 40;
    const list = found.slice(0, most).map(
      ([force, c, other]) =>
        `<li><button class="link" data-pick="c${c}">with ${escape(this.head.names[other])}</button>
         <span class="status s${a.contact_status[c]}">${statusNames[a.contact_status[c]]}</span><b>${single(force)}</b></li>`,
    );
    const more = found.length > most ? `<li>and ${found.length - most} more</li>` : '';
    return `<h4>Contacts <small>${found.length}, by force</small></h4><ul>${list.join('')}${more}</ul>`;
  }

  contact(c, frame) {
    const a = frame.arrays;
    const D = this.head.dimension;
    if (!a.contact_a || !(c < a.contact_a.length)) return this.clear('There is no such contact in this frame.');
    const at = (name) => [...a[name].subarray(c * D, c * D + D)];
    const n = at('contact_normal');
    const split = (v) => {
      const along = v.reduce((s, x, k) => s + x * n[k], 0);
      return [along, Math.hypot(...v.map((x, k) => x - along * n[k]))];
    };
    const rows = [
      `<dt>on</dt><dd><span>${this.bodyLink(a.contact_a[c])}</span></dd>`,
      `<dt>from</dt><dd><span>${this.bodyLink(a.contact_b[c])}</span></dd>`,
      this.row('status', 'status', [`<span class="status s${a.contact_status[c]}">${statusNames[a.contact_status[c]]}</span>`]),
      this.vector('point', 'point', a.contact_point, c, undefined, this.head.origin),
      this.vector('normal', 'normal', a.contact_normal, c),
      this.row('gap', 'gap', [a.contact_gap[c]]),
      this.vector('force', 'mean force', a.contact_force, c),
      this.row('force_split', 'of it', split(at('contact_force')).map(Number), ['normal', 'friction']),
    ];
    if (a.contact_impulse) rows.push(this.vector('impulse', 'impulse', a.contact_impulse, c));
    if (a.contact_velocity) {
      rows.push(this.vector('relative', 'velocity', a.contact_velocity, c));
      rows.push(this.row('relative_split', 'of it', split(at('contact_velocity')), ['normal', 'sliding']));
    }
    const id = a.contact_id ? `id ${[...a.contact_id.subarray(4 * c, 4 * c + 4)].join('·')}` : `contact ${c}`;
    return this.show('Contact', id, rows, '');
  }

  show(title, subtitle, rows, rest) {
    const note = this.head.precision === 'f4' ? '<p class="note">Seven digits are kept in this file.</p>' : '';
    this.box.innerHTML = `<button data-pick="" aria-label="Close">×</button><h3 data-key="name">${escape(title)}</h3><p class="sub">${escape(subtitle)}</p><dl>${rows.join('')}</dl>${note}${rest}`;
  }

  clear(text = '') {
    this.box.innerHTML = text ? `<p class="note">${escape(text)}</p>` : '';
  }
}
