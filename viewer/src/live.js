// A run that still computes: its frames and graphs grow, and it can be held or ended.

import { showChips } from './heading.js';

const $ = (id) => document.getElementById(id);
const pace = 700; // milliseconds between questions

export function followLive(page) {
  const { source, player } = page;
  let status = null;
  let generation = null;
  let lost = 0;
  let learnt = 0;

  async function ask() {
    const now = await source.status();
    lost = 0;
    const grown = now.frames !== player.times.length;
    const rethinned = generation !== null && now.generation !== generation;
    const following = player.number >= player.last && !player.playing;
    const ended = status?.running && !now.running;
    status = now;
    generation = now.generation;
    if (rethinned) source.clear();
    if (grown || rethinned || ended) {
      const head = await source.head();
      page.head.arrays.frame_times = player.times = head.arrays.frame_times;
      for (const key of ['steps', 'unconverged', 'law_error_max']) page.head[key] = head[key];
      if (rethinned) player.number = -1;
      await page.loadHistory();
      // Early frames say little about the run.
      if (performance.now() - learnt > 4000 || ended) {
        learnt = performance.now();
        await page.learn();
      }
      if (following || rethinned) await player.jump(following ? player.last : player.wanted);
      else page.showBar();
    }
    if (page.head.live) {
      showChips(page.head, now);
      $('live-pause').textContent = now.paused ? 'Go on' : 'Pause';
      $('live').hidden = !now.running;
    }
    return now.running || page.head.live; // a run that has ended still waits for its page to close
  }

  async function loop() {
    let running = true;
    try {
      running = await ask();
    } catch (error) {
      // The program may have ended; what was seen stays.
      if (++lost > 3) {
        if (page.head.live) page.complain(new Error('talus has ended; what was seen so far stays.'));
        return;
      }
    }
    if (running) setTimeout(loop, pace);
  }

  const command = (what) => source.control(what).then(ask).catch((error) => page.complain(error));
  $('live-pause').addEventListener('click', () => command(status?.paused ? 'resume' : 'pause'));
  $('live-stop').addEventListener('click', () => command('stop'));
  addEventListener('pagehide', () => page.head.live && source.control('bye').catch(() => {}));
  loop();
}
