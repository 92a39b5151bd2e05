// The controls at the side. Each changes one part of the view and says so.

import { mapNames } from './colours.js';

function element(tag, attributes = {}, ...children) {
  const out = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'text') out.textContent = value;
    else if (key.startsWith('on')) out.addEventListener(key.slice(2), value);
    else out.setAttribute(key, value);
  }
  out.append(...children);
  return out;
}

export class Panel {
  /// `change(patch)` is called with what the user chose; `actions` are what buttons do.
  constructor(box, head, fields, view, change, actions) {
    this.view = view;
    this.change = change;
    this.controls = [];
    const plane = head.dimension === 2;
    box.replaceChildren(
      this.section('Colour', [
        this.choice('colour', 'by', fields.map((f) => [f.key, f.label])),
        this.choice('map', 'map', mapNames.map((m) => [m, m])),
        this.choice('range', 'range', [['run', 'of the run'], ['frame', 'of each frame']]),
        ...(plane ? [] : [this.choice('held', 'walls', [['auto', 'as is best'], ['solid', 'solid'], ['glass', 'glass'], ['hidden', 'hidden']])]),
        ...(plane ? [this.choice('held', 'obstacles', [['auto', 'shown'], ['hidden', 'hidden']])] : []),
        this.slider('opacity', 'opacity', 0.05, 1, 0.05),
        this.check('marks', 'Mark how balls are turned'),
      ]),
      ...(head.contacts
        ? [
            this.section('Contacts', [
              this.check('chains', 'Force chains (F)'),
              this.slider('chainWidth', 'width', 0.1, 4, 0.05),
              this.choice('chainColour', 'colour', [['plain', 'plain'], ['force', 'by force'], ['status', 'by status']]),
              this.check('contacts', 'Points, by status (C)'),
              this.check('normals', 'Normals (N)'),
            ]),
          ]
        : []),
      ...(plane
        ? []
        : [
            this.section('Cut', [
              this.choice('cut', 'across', [['off', 'no cut'], ['x', 'x'], ['y', 'y'], ['z', 'z'], ['any', 'any direction']]),
              this.button('cut-view', 'Across my view (V)', actions.cutAcrossView),
              this.slider('cutAzimuth', 'azimuth', -180, 180, 1),
              this.slider('cutElevation', 'elevation', -90, 90, 1),
              this.slider('cutAt', 'at', 0, 1, 0.005),
              this.check('cutFlip', 'Keep the other side'),
            ]),
          ]),
      element('p', { class: 'note', text: 'Click a body or a contact to read its numbers. ? lists the keys.' }),
    );
  }

  section(title, rows) {
    return element('section', {}, element('h2', { text: title }), ...rows);
  }

  choice(key, label, options) {
    const id = `choose-${key}`;
    const select = element('select', { id, onchange: () => this.change({ [key]: select.value }) });
    for (const [value, text] of options) select.append(element('option', { value, text }));
    this.controls.push(() => {
      select.value = this.view[key];
    });
    return element('div', { class: 'field' }, element('label', { for: id, text: label }), select);
  }

  slider(key, label, min, max, step) {
    const id = `set-${key}`;
    const input = element('input', { id, type: 'range', min, max, step, oninput: () => this.change({ [key]: Number(input.value) }) });
    this.controls.push(() => {
      input.value = this.view[key];
      // Angles mean something only where they may be chosen.
      if (key.startsWith('cut') && key !== 'cutAt') input.closest('.field').hidden = this.view.cut !== 'any';
    });
    return element('div', { class: 'field' }, element('label', { for: id, text: label }), input);
  }

  check(key, label) {
    const id = `set-${key}`;
    const input = element('input', { id, type: 'checkbox', onchange: () => this.change({ [key]: input.checked }) });
    this.controls.push(() => {
      input.checked = this.view[key];
    });
    return element('div', { class: 'field check' }, element('label', { for: id }, input, label));
  }

  button(id, label, press) {
    return element('div', { class: 'field check' }, element('button', { id, text: label, onclick: press }));
  }

  /// Shows what the view is, however it came to be.
  update() {
    for (const set of this.controls) set();
  }
}
