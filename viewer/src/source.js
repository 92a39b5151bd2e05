// Where packs come from: the program that serves this page, or the page itself.

import { parsePack } from './pack.js';

/// Frames kept in memory, in bytes.
const room = 256e6;

function bytesOf(base64) {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) out[i] = text.charCodeAt(i);
  return out;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

/// Packs that are part of the page, each a compressed text of its own.
const embedded = {
  live: false,
  async get(name) {
    const element = document.getElementById(`talus-${name.replace('/', '-')}`);
    if (!element) throw new Error(`this page holds no ${name}`);
    return inflate(bytesOf(element.textContent.trim()));
  },
  async status() {
    return null;
  },
};

async function answer(response) {
  if (response.ok) return response;
  throw new Error((await response.text()) || `the program answered ${response.status}`);
}

/// Packs that the program sends; addresses are relative to the page, whose path holds the token.
const served = {
  live: true,
  async get(name) {
    return (await answer(await fetch(`./${name}`, { cache: 'no-store' }))).arrayBuffer();
  },
  async status() {
    return (await answer(await fetch('./status', { cache: 'no-store' }))).json();
  },
  async control(what) {
    await answer(await fetch(`./control/${what}`, { method: 'POST', headers: { 'X-Talus': '1' }, keepalive: true }));
  },
};

/// Packs, with the frames used last kept at hand.
export class Source {
  constructor() {
    this.origin = document.getElementById('talus-head') ? embedded : served;
    this.cache = new Map();
    this.held = 0;
  }

  get live() {
    return this.origin.live;
  }

  async head() {
    return parsePack(await this.origin.get('head'));
  }

  async history() {
    return parsePack(await this.origin.get('history'));
  }

  status() {
    return this.origin.status();
  }

  control(what) {
    return this.origin.control(what);
  }

  /// The frame, as a promise. Asking twice gives the same one.
  frame(i) {
    const known = this.cache.get(i);
    if (known) {
      this.cache.delete(i); // to the end: used last
      this.cache.set(i, known);
      return known.promise;
    }
    const entry = { size: 0, promise: null };
    entry.promise = this.origin.get(`frame/${i}`).then((buffer) => {
      entry.size = buffer.byteLength;
      this.held += entry.size;
      this.forget(i);
      return parsePack(buffer);
    });
    entry.promise.catch(() => this.cache.delete(i));
    this.cache.set(i, entry);
    return entry.promise;
  }

  /// Drops what was used longest ago until all fits.
  forget(except) {
    for (const [key, entry] of this.cache) {
      if (this.held <= room) return;
      if (key === except || entry.size === 0) continue;
      this.cache.delete(key);
      this.held -= entry.size;
    }
  }

  /// Frames of a live run are thinned as it goes: what number i is changes.
  clear() {
    this.cache.clear();
    this.held = 0;
  }
}
