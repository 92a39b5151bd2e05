// Time: which frame is shown, and how it goes on.

/// Frames asked for ahead while playing.
const ahead = 4;

/// 1, 2, 5, 10, …: the speeds there are.
export function nextSpeed(speed, up) {
  const power = Math.floor(Math.log10(speed) + 1e-9);
  const digit = Math.round(speed / 10 ** power);
  const steps = [1, 2, 5];
  let k = 3 * power + Math.max(0, steps.indexOf(digit)) + (up ? 1 : -1);
  k = Math.min(18, Math.max(-18, k));
  return Number((steps[((k % 3) + 3) % 3] * 10 ** Math.floor(k / 3)).toPrecision(1));
}

/// Real time where the run then lasts from 3 to 40 seconds, otherwise the speed that makes it about 10.
export function usualSpeed(duration) {
  if (duration >= 3 && duration <= 40) return 1;
  if (!(duration > 0)) return 1;
  let speed = 10 ** Math.floor(Math.log10(duration / 10));
  while (duration / speed > 14) speed = nextSpeed(speed, true);
  return speed;
}

export class Player {
  /// `show(frame, number)` is called with each frame that is to be seen.
  constructor(source, times, show, changed) {
    this.source = source;
    this.times = times;
    this.show = show;
    this.changed = changed;
    this.number = -1;
    this.wanted = -1;
    this.playing = false;
    this.speed = 1;
    this.clock = 0;
    this.busy = false;
  }

  get last() {
    return this.times.length - 1;
  }

  get duration() {
    return this.times[this.last] - this.times[0];
  }

  /// The last frame not after t.
  at(t) {
    let low = 0;
    let high = this.last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t * (1 + 1e-12)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  nearest(t) {
    const i = this.at(t);
    return i < this.last && this.times[i + 1] - t < t - this.times[i] ? i + 1 : i;
  }

  /// Shows a frame as soon as it is here; of several asked for meanwhile only the last.
  async go(number) {
    this.wanted = Math.min(this.last, Math.max(0, Math.round(number)));
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== this.number) {
        const next = this.wanted;
        const frame = await this.source.frame(next);
        this.number = next;
        this.show(frame, next);
      }
    } finally {
      this.busy = false;
    }
  }

  jump(number) {
    this.clock = this.times[Math.min(this.last, Math.max(0, Math.round(number)))];
    return this.go(number);
  }

  toggle(play = !this.playing) {
    this.playing = play && this.last > 0;
    if (this.playing && this.number === this.last) {
      this.clock = this.times[0];
    } else if (this.playing) {
      this.clock = this.times[Math.max(0, this.number)];
    }
    this.then = performance.now();
    this.changed();
  }

  /// Once for every picture the browser makes.
  tick(now) {
    if (!this.playing) return;
    const dt = Math.min(0.1, (now - this.then) / 1000);
    this.then = now;
    if (this.busy) return; // time waits for what is on its way
    this.clock += dt * this.speed;
    const number = this.at(this.clock);
    if (number !== this.number) {
      this.go(number).catch(() => this.toggle(false));
      for (let i = 1; i <= ahead; ++i) if (number + i <= this.last) this.source.frame(number + i).catch(() => {});
    }
    if (this.clock >= this.times[this.last]) this.toggle(false);
  }
}
