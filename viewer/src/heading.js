// The top of the page: what run this is, and what a reader of its results must know.

import { brief, count, counted } from './numbers.js';

const $ = (id) => document.getElementById(id);

export function describe(head) {
  document.title = `${head.title} – talus`;
  $('title').textContent = head.title;
  const free = head.arrays.prescribed.reduce((n, p) => n + (p === 0 ? 1 : 0), 0);
  $('meta').textContent = [
    `${counted(head.names.length, 'body', 'bodies')}, ${count(free)} free`,
    counted(head.arrays.shape_owner.length, 'shape', 'shapes'),
    head.dimension === 2 ? 'plane' : 'space',
    `talus ${head.version}`,
  ].join(' · ');
  $('live').hidden = !head.live;
  showChips(head);
}

function chip(text, kind, title) {
  const out = document.createElement('span');
  out.className = `chip ${kind}`;
  out.textContent = text;
  out.title = title;
  return out;
}

/// In plain words: steps that missed their tolerance, frames that are missing, a run that still computes.
export function showChips(head, status = null) {
  const chips = [];
  const frames = head.arrays.frame_times.length;
  const unconverged = status?.unconverged ?? head.unconverged;
  if (unconverged > 0) {
    chips.push(
      chip(
        `⚠ ${count(unconverged)} of ${count(status?.steps ?? head.steps)} steps missed the tolerance ${brief(head.tolerance, 2)}`,
        'warn',
        `The worst error in the contact laws is ${brief(head.law_error_max, 3)}. Orange marks over the time bar show where.`,
      ),
    );
  }
  if (head.frames_recorded > frames) {
    const why = 'This file holds a part of the recorded frames, so that it is not too large. talus view shows all.';
    chips.push(chip(`${count(frames)} of ${count(head.frames_recorded)} frames`, '', why));
  }
  if (status) {
    const text = status.paused ? 'paused' : status.running ? `live · step ${count(status.steps)}` : 'ended';
    chips.push(chip(text, status.running ? 'live' : '', ''));
  }
  $('chips').replaceChildren(...chips);
}

/// The scene's text, as given or with every default.
export function showScene(head, which = 'given') {
  $('scene-text').textContent = head.scene[which];
  $('scene-tabs').replaceChildren(
    ...['given', 'complete']
      .filter((key) => head.scene[key])
      .map((key) => {
        const tab = document.createElement('button');
        tab.type = 'button';
        tab.textContent = key === 'given' ? 'As given' : 'With all defaults';
        tab.setAttribute('aria-pressed', String(key === which));
        tab.onclick = () => showScene(head, key);
        return tab;
      }),
  );
  if (!$('scene-dialog').open) $('scene-dialog').showModal();
}
