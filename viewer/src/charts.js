// Small graphs over the time bar, all with the same time axis. Every point stands for many steps: the band goes from the
// least to the greatest of them, so that no bad step hides.

import { brief } from './numbers.js';

/// What is drawn, of what the history holds.
const wanted = [
  {
    title: 'Energies',
    lines: [
      ['kinetic', 'kinetic', '#0072b2'],
      ['potential', 'potential', '#009e73', 'from start'],
      ['dissipated', 'dissipated', '#d55e00'],
      ['work', 'work', '#cc79a7'],
    ],
  },
  { title: 'Law error', log: true, lines: [['law_error', 'law error', '#0072b2']], limit: 'tolerance' },
  { title: 'Sweeps', lines: [['sweeps', 'sweeps', '#0072b2']] },
  {
    title: 'Contacts',
    lines: [
      ['contacts', 'all', '#8b929a'],
      ['acting', 'push', '#0072b2'],
    ],
  },
  { title: 'Penetration', lines: [['penetration', 'deepest overlap', '#0072b2']] },
];

export class Charts {
  constructor(box, onSeek) {
    this.box = box;
    this.onSeek = onSeek;
    this.charts = [];
    this.range = [0, 1];
    this.time = 0;
  }

  /// The columns of a history pack. `range`: first and last time of the bar.
  load(history, range, limits) {
    this.history = history;
    this.range = range;
    this.limits = limits;
    const present = wanted
      .map((c) => ({ ...c, lines: c.lines.filter(([name]) => history.arrays[`${name}.max`]) }))
      .filter((c) => c.lines.length > 0);
    if (present.length !== this.charts.length) {
      this.box.replaceChildren();
      this.charts = present.map((c) => this.add(c));
    }
    this.draw();
  }

  add(chart) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${chart.title} over time`);
    figure.append(caption, canvas);
    this.box.append(figure);
    const seek = (event) => {
      const box = canvas.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      this.onSeek(this.range[0] + part * (this.range[1] - this.range[0]));
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener('pointermove', (event) => event.buttons && seek(event));
    return { ...chart, caption, canvas };
  }

  seek(time) {
    this.time = time;
    this.draw();
  }

  draw() {
    if (!this.history || this.box.offsetParent === null) return;
    const style = getComputedStyle(document.documentElement);
    const ink = (name) => style.getPropertyValue(name).trim();
    const colours = { ink: ink('--ink'), faint: ink('--faint'), rule: ink('--rule'), sheet: ink('--sheet'), warn: ink('--warn') };
    for (const chart of this.charts) this.drawOne(chart, colours);
  }

  row() {
    const { time } = this.history.arrays;
    let low = 0;
    let high = time.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time[middle] < this.time - 1e-12) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  caption(chart, row) {
    const parts = chart.lines.map(([name, label, colour, how]) => {
      const values = this.history.arrays[`${name}.max`];
      const value = values[row] - (how ? values[0] : 0);
      return chart.lines.length > 1 ? `<span style="--mark:${colour}">${label}</span> <b>${brief(value, chart.lines.length > 2 ? 2 : 4)}</b>` : `<b>${brief(value, 3)}</b>`;
    });
    chart.caption.innerHTML = `<strong>${chart.title}</strong>${parts.join(' ')}`;
  }

  drawOne(chart, colours) {
    const { canvas } = chart;
    const ratio = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
    const g = canvas.getContext('2d');
    g.scale(ratio, ratio);
    const W = box.width;
    const H = box.height;
    const { arrays } = this.history;
    const { time } = arrays;
    if (time.length === 0) return;
    this.caption(chart, this.row());
    const lines = chart.lines.map(([name, , colour, how]) => {
      const zero = how ? arrays[`${name}.max`][0] : 0;
      return { low: arrays[`${name}.min`], high: arrays[`${name}.max`], zero, colour };
    });
    const limit = chart.limit ? this.limits[chart.limit] : undefined;
    let least = Infinity;
    let most = -Infinity;
    for (const l of lines) {
      for (let i = 0; i < time.length; ++i) {
        const a = l.low[i] - l.zero;
        const b = l.high[i] - l.zero;
        if (chart.log ? a > 0 : Number.isFinite(a)) least = Math.min(least, a);
        if (Number.isFinite(b) && (!chart.log || b > 0)) most = Math.max(most, b);
      }
    }
    if (limit > 0) {
      least = Math.min(least, limit);
      most = Math.max(most, limit);
    }
    if (!(least <= most)) return;
    if (!chart.log) {
      least = Math.min(0, least);
      if (most === least) most = least + 1;
    } else {
      most *= 1.6;
      least = Math.max(least / 1.6, 1e-12 * most);
    }
    const f = chart.log ? Math.log10 : (x) => x;
    const top = 4;
    const y = (v) => {
      const part = (f(Math.max(v, chart.log ? least : v)) - f(least)) / (f(most) - f(least));
      return H - 2 - (H - 2 - top) * Math.min(1, Math.max(0, part));
    };
    const x = (t) => ((t - this.range[0]) / (this.range[1] - this.range[0] || 1)) * W;
    g.lineWidth = 1;
    g.strokeStyle = colours.rule;
    g.beginPath();
    g.moveTo(0, Math.round(y(chart.log ? least : 0)) + 0.5);
    g.lineTo(W, Math.round(y(chart.log ? least : 0)) + 0.5);
    g.stroke();
    if (limit > 0) {
      g.setLineDash([4, 3]);
      g.strokeStyle = colours.warn;
      g.beginPath();
      g.moveTo(0, y(limit));
      g.lineTo(W, y(limit));
      g.stroke();
      g.setLineDash([]);
    }
    for (const l of lines) this.drawLine(g, time, l, x, y);
    if (limit > 0) {
      const text = [`tolerance ${brief(limit, 2)}`, W - 2, y(limit) > 16 ? y(limit) - 4 : y(limit) + 12];
      g.font = '10px system-ui, sans-serif';
      g.textAlign = 'right';
      g.strokeStyle = colours.sheet;
      g.lineWidth = 3;
      g.strokeText(...text);
      g.fillStyle = colours.faint;
      g.fillText(...text);
    }
    g.strokeStyle = colours.ink;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(Math.round(x(this.time)) + 0.5, 0);
    g.lineTo(Math.round(x(this.time)) + 0.5, H);
    g.stroke();
  }

  drawLine(g, time, line, x, y) {
    const points = [];
    for (let i = 0; i < time.length; ++i) {
      if (Number.isFinite(line.high[i])) points.push([x(time[i]), y(line.low[i] - line.zero), y(line.high[i] - line.zero)]);
    }
    g.fillStyle = g.strokeStyle = line.colour;
    g.globalAlpha = 0.28;
    g.beginPath();
    points.forEach(([px, , py]) => g.lineTo(px, py));
    points.reverse().forEach(([px, py]) => g.lineTo(px, py));
    g.fill();
    g.globalAlpha = 1;
    g.lineWidth = 1.4;
    g.lineJoin = 'round';
    g.beginPath();
    points.reverse().forEach(([px, , py]) => g.lineTo(px, py));
    g.stroke();
  }
}
