// The bar at the bottom: which frame is shown, how fast time goes, where steps missed their tolerance.

import { brief, timeText } from './numbers.js';

const $ = (id) => document.getElementById(id);

export function showBar(player, time) {
  const between = player.last > 0 ? player.duration / player.last : 1;
  const text = timeText(time, between);
  $('scrub').max = player.last;
  $('scrub').value = Math.max(0, player.number);
  $('scrub').setAttribute('aria-valuetext', `t = ${text}`);
  $('time').textContent = `t ${text} · frame ${Math.max(0, player.number) + 1}/${player.last + 1}`;
  $('play').textContent = player.playing ? '❚❚' : '▶';
  $('play').setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
  $('speed').textContent = `× ${brief(player.speed, 2)}`;
}

/// Marks over the bar, by the history of all steps.
export function showTicks(history, [from, to]) {
  const canvas = $('ticks');
  const box = canvas.getBoundingClientRect();
  canvas.width = Math.max(1, Math.round(box.width * 2));
  canvas.height = 10;
  const missed = history?.arrays['unconverged.max'];
  if (!missed) return;
  const g = canvas.getContext('2d');
  g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--warn').trim();
  missed.forEach((m, i) => {
    if (m > 0) g.fillRect(((history.arrays.time[i] - from) / (to - from || 1)) * canvas.width - 1, 0, 3, 10);
  });
}

/// `page` seeks, plays and changes its speed.
export function listenToBar(page) {
  const { player } = page;
  const click = (id, call) => $(id).addEventListener('click', call);
  $('scrub').addEventListener('input', () => page.seek(Number($('scrub').value)));
  click('play', () => player.toggle());
  click('first', () => page.seek(0));
  click('back', () => page.seek(player.number - 1));
  click('next', () => page.seek(player.number + 1));
  click('slower', () => page.speed(false));
  click('faster', () => page.speed(true));
}
