// The page: reads the head, shows a frame, and keeps controls, graphs, address and picture in step.

import { Charts } from './charts.js';
import { recordFilm, saveScreenshot } from './export.js';
import { fieldsOf } from './fields.js';
import { describe, showScene } from './heading.js';
import { Inspector } from './inspector.js';
import { addKeys } from './keys.js';
import { followLive } from './live.js';
import { referenceForce } from './marks.js';
import { Paint } from './paint.js';
import { Panel } from './panel.js';
import { Player, nextSpeed, usualSpeed } from './player.js';
import { Source } from './source.js';
import { Stage } from './stage.js';
import { listenToBar, showBar, showTicks } from './timebar.js';
import { readHash, writeHash } from './view.js';

const $ = (id) => document.getElementById(id);
const ink = { light: [38, 43, 48], dark: [232, 235, 238] };

class Page {
  constructor(source, head) {
    this.source = source;
    this.head = head;
    this.view = readHash(location.hash);
    this.dirty = true;
    this.fields = fieldsOf(head);
    this.player = new Player(source, head.arrays.frame_times, (f, i) => this.showFrame(f, i), () => this.showBar());
  }

  async start() {
    const { head, player, view } = this;
    const first = await this.source.frame(0);
    this.frame = first;
    this.applyTheme();
    describe(head);
    document.body.classList.toggle('no-panel', !view.panel);
    document.body.classList.toggle('no-graphs', !view.graphs);
    this.paint = new Paint(head, this.fields, $('legend'));
    this.panel = new Panel($('panel'), head, this.fields, view, (patch) => this.change(patch), {
      cutAcrossView: () => this.cutAcrossView(),
    });
    this.inspector = new Inspector($('inspect'), head, (what) => this.pick(what));
    this.charts = new Charts($('graphs'), (t) => this.seek(player.nearest(t)));
    await this.loadHistory();
    this.stage = new Stage($('canvas'), head, first);
    await this.learn();
    this.stage.shapes.showHeld(view.held);
    if (view.camera) this.stage.setCamera(view.camera);
    player.speed = view.speed > 0 ? view.speed : usualSpeed(player.duration);
    this.panel.update();
    this.listen();
    addKeys(this);
    if (this.source.live) followLive(this);
    await player.jump(head.live && view.frame === 0 ? player.last : view.frame);
    this.pick(view.pick);
    const loop = (now) => {
      player.tick(now);
      if (this.dirty) {
        this.dirty = false;
        this.stage.render(view);
      }
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
    $('message').textContent = '';
    document.documentElement.dataset.ready = '1';
  }

  async loadHistory() {
    const t = this.player.times;
    this.history = await this.source.history();
    this.charts.load(this.history, [t[0], t[t.length - 1]], { tolerance: this.head.tolerance });
    this.showTicks();
  }

  showTicks() {
    showTicks(this.history, this.charts.range);
  }

  showBar() {
    showBar(this.player, this.frame.time);
  }

  /// Ranges of colours and the force chains are measured by, from frames spread over the run.
  async learn() {
    const last = this.player.last;
    const numbers = [...new Set([0, 0.25, 0.5, 0.75, 1].map((p) => Math.round(p * last)))];
    const frames = await Promise.all(numbers.map((i) => this.source.frame(i)));
    frames.forEach((f) => this.paint.learn(f));
    const reference = referenceForce(frames, this.head.dimension);
    this.stage.marks.reference = this.paint.reference = reference;
  }

  change(patch) {
    Object.assign(this.view, patch);
    if ('pick' in patch) this.pick(patch.pick);
    if ('held' in patch) this.stage.shapes.showHeld(this.view.held);
    this.repaint();
    this.panel.update();
    this.keepHash();
  }

  applyTheme() {
    const dark = this.view.theme === 'dark' || (this.view.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    $('theme-button').textContent = dark ? 'Light' : 'Dark';
    this.view.ink = dark ? ink.dark : ink.light;
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    this.paper = [1, 3, 5].map((i) => parseInt(paper.slice(i, i + 2), 16) / 255);
  }

  toggleTheme() {
    this.view.theme = this.dark ? 'light' : 'dark';
    this.applyTheme();
    this.charts.draw();
    this.showTicks();
    this.repaint();
    this.keepHash();
  }

  showFrame(frame, number) {
    this.frame = frame;
    this.view.frame = number;
    this.stage.place(frame);
    this.follow();
    this.repaint();
    this.showBar();
    this.charts.seek(frame.time);
    this.inspect();
    this.keepHash();
  }

  /// Colours, contacts and paper.
  repaint() {
    const { stage, view } = this;
    this.paint.fill(stage.colour.image.data, this.frame, view, this.dark);
    stage.colour.needsUpdate = true;
    stage.marks.update(this.frame, stage, view);
    stage.setPaper(this.paper);
    this.dirty = true;
  }

  seek(number) {
    this.player.toggle(false);
    this.player.jump(number).catch((error) => this.complain(error));
  }

  speed(up) {
    this.player.speed = nextSpeed(this.player.speed, up);
    this.view.speed = this.player.speed;
    this.showBar();
    this.keepHash();
  }

  /// b12: a body; c3: a contact of this frame; nothing: nothing.
  pick(what) {
    this.view.pick = what ?? '';
    const ids = this.frame.arrays.contact_id;
    const number = Number(this.view.pick.slice(1));
    this.contactId = this.view.pick[0] === 'c' && ids ? ids.slice(4 * number, 4 * number + 4) : null;
    this.inspect();
    this.keepHash();
    this.dirty = true;
  }

  /// Contacts keep their ids, not their numbers, from frame to frame.
  follow() {
    if (!this.contactId) return;
    const ids = this.frame.arrays.contact_id;
    let found = -1;
    for (let c = 0; 4 * c < ids.length && found < 0; ++c) {
      if (this.contactId.every((x, k) => x === ids[4 * c + k])) found = c;
    }
    this.view.pick = found < 0 ? 'c' : `c${found}`;
  }

  inspect() {
    const what = this.view.pick;
    const number = Number(what.slice(1));
    const { uniforms, marks } = this.stage;
    uniforms.uPicked.value = -1;
    marks.picked.value = -1;
    if (what[0] === 'b' && number < this.head.names.length) {
      uniforms.uPicked.value = number;
      this.inspector.body(number, this.frame);
    } else if (what === 'c') {
      this.inspector.clear('The contact is not there in this frame.');
    } else if (what[0] === 'c') {
      marks.picked.value = marks.firstId + number;
      this.inspector.contact(number, this.frame);
    } else {
      this.inspector.clear();
    }
  }

  pickAt(x, y) {
    const id = this.stage.idAt(x, y, this.view);
    this.dirty = true;
    const owners = this.head.arrays.shape_owner;
    if (id === 0) this.pick('');
    else if (id <= owners.length) this.pick(`b${owners[id - 1]}`);
    else this.pick(`c${id - this.stage.marks.firstId}`);
  }

  keepHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => {
      this.view.camera = this.moved ? this.stage.cameraText() : this.view.camera;
      history.replaceState(null, '', `#${writeHash(this.view)}`);
    }, 200);
  }

  screenshot() {
    this.stage.render(this.view);
    saveScreenshot($('canvas'), `${this.head.name}-${this.view.frame}`);
  }

  film() {
    if (this.endFilm) {
      this.endFilm();
      return;
    }
    const render = () => this.stage.render(this.view);
    this.player.toggle(false);
    this.endFilm = recordFilm($('canvas'), this.head.name, this.player, render, () => {
      this.endFilm = null;
      $('film-button').textContent = 'Film';
    });
    if (this.endFilm) $('film-button').textContent = 'End film';
    else this.complain(new Error('this browser cannot record films'));
  }

  complain(error) {
    $('message').className = 'bad';
    $('message').textContent = error.message;
  }

  togglePart(key, name) {
    this.view[key] = !this.view[key];
    document.body.classList.toggle(name, !this.view[key]);
    this.resize();
    this.keepHash();
  }

  resize() {
    this.stage.resize();
    this.charts.draw();
    this.showTicks();
    this.stage.render(this.view); // at once: a canvas of a new size is empty
  }

  listen() {
    const { stage } = this;
    const on = (id, event, call) => $(id).addEventListener(event, call);
    listenToBar(this);
    on('graphs-button', 'click', () => this.togglePart('graphs', 'no-graphs'));
    on('panel-button', 'click', () => this.togglePart('panel', 'no-panel'));
    on('theme-button', 'click', () => this.toggleTheme());
    on('shot-button', 'click', () => this.screenshot());
    on('film-button', 'click', () => this.film());
    on('scene-button', 'click', () => showScene(this.head));
    stage.controls.addEventListener('change', () => {
      this.dirty = true;
    });
    stage.controls.addEventListener('end', () => {
      this.moved = true;
      this.keepHash();
    });
    // A finger is less steady than a mouse; two of them zoom and pick nothing.
    let down = null;
    on('canvas', 'pointerdown', (e) => {
      down = e.isPrimary ? [e.clientX, e.clientY] : null;
    });
    on('canvas', 'pointerup', (e) => {
      const slack = e.pointerType === 'touch' ? 12 : 4;
      if (!down || !e.isPrimary || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > slack) return;
      const box = $('canvas').getBoundingClientRect();
      this.pickAt(e.clientX - box.left, e.clientY - box.top);
    });
    on('canvas', 'dblclick', () => this.focus());
    new ResizeObserver(() => this.resize()).observe($('view'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.applyTheme();
      this.repaint();
    });
    this.addViews();
  }

  /// Buttons for the usual views.
  addViews() {
    const names = this.stage.plane ? [['home', 'Whole']] : [['home', 'Whole'], ['front', 'Front'], ['side', 'Side'], ['top', 'Top']];
    $('views').replaceChildren(
      ...names.map(([key, text]) => {
        const button = document.createElement('button');
        button.textContent = text;
        button.onclick = () => this.look(key);
        return button;
      }),
    );
  }

  /// Comes near to the body that is picked.
  focus() {
    if (this.view.pick[0] !== 'b') return;
    this.stage.focus(Number(this.view.pick.slice(1)));
    this.moved = true;
    this.dirty = true;
    this.keepHash();
  }

  /// Cuts away what is between the eye and the middle.
  cutAcrossView() {
    if (this.stage.plane) return;
    this.change({ ...this.stage.eyeAngles(), cut: 'any', cutAt: 0.5, cutFlip: false });
  }

  look(name) {
    this.stage.look(name);
    this.moved = true;
    this.dirty = true;
    this.keepHash();
  }
}

async function open() {
  $('message').textContent = 'Reading…';
  try {
    const source = new Source();
    const page = new Page(source, await source.head());
    window.talus = page; // for tests, and for the curious
    await page.start();
  } catch (error) {
    $('message').className = 'bad';
    $('message').textContent = error.message;
    throw error;
  }
}

open();
