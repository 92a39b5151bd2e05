// Looks at real runs in a real browser: node check.mjs TALUS FOLDER. What is read off the page is compared with results.h5;
// pictures are kept in FOLDER.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from './browser.mjs';

const [talus, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const inFolder = (name) => join(folder, name);
const run = (...args) => execFileSync(talus, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/// What the file says of a body at a frame, by way of h5py.
function fromFile(dir, frame, body) {
  const script = `
import h5py, json, sys
f = h5py.File(sys.argv[1], 'r')
frame, body = int(sys.argv[2]), int(sys.argv[3])
g = f['frames']
out = {k: g[k][frame][body].tolist() for k in g if k in ('position', 'angle', 'orientation', 'velocity', 'spin')}
out['time'] = float(g['time'][frame])
out['frames'] = len(g['time'])
print(json.dumps(out))`;
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', script, join(dir, 'results.h5'), frame, body], { encoding: 'utf8' }));
}

/// And of a contact of a frame.
function contactFromFile(dir, frame, contact) {
  const script = `
import h5py, json, sys
f = h5py.File(sys.argv[1], 'r')
row = int(f['frames/contact_begin'][int(sys.argv[2])]) + int(sys.argv[3])
print(json.dumps({k: f['contacts'][k][row].tolist() for k in ('point', 'normal', 'impulse', 'velocity', 'gap')}))`;
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', script, join(dir, 'results.h5'), frame, contact], { encoding: 'utf8' }));
}

const number = (text) => Number(text.replaceAll('\u2212', '-'));

/// The numbers of a card, by the name of each.
async function card(page, key) {
  const cells = await page.$$eval(`#inspect [data-key^="${key}"]`, (list) =>
    list.map((e) => (e.querySelector('i') ? e.textContent.slice(e.querySelector('i').textContent.length) : e.textContent)),
  );
  return cells.map(number);
}

function near(seen, file, what, slack = 0) {
  const values = [file].flat();
  assert.equal(seen.length, values.length, what);
  seen.forEach((x, i) => assert.ok(Math.abs(x - values[i]) <= slack * Math.max(1e-300, Math.abs(values[i])), `${what}: ${x} on the page, ${values[i]} in the file`));
}

/// The first bytes of what a button saves.
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120000 }), page.click(button)]);
  return readFileSync(await download.path()).subarray(0, 4).toString('hex');
}

const settled = (page) => page.waitForFunction(() => !talus.player.busy && !talus.dirty);

async function scrubTo(page, frame) {
  await page.$eval('#scrub', (e, value) => {
    e.value = value;
    e.dispatchEvent(new Event('input'));
  }, frame);
  await page.waitForFunction((n) => talus.player.number === n, frame);
  await settled(page);
}

/// A free body that is seen where its centre is, found by the pixels of the page themselves.
async function visibleBody(page) {
  return page.evaluate(() => {
    const { head, stage, view } = talus;
    const owners = head.arrays.shape_owner;
    for (let b = head.names.length - 1; b >= 0; --b) {
      if (head.arrays.prescribed[b]) continue;
      const [x, y] = stage.onScreen(b);
      if (x < 300 || y < 20 || x > stage.width - 20 || y > stage.height - 120) continue;
      const id = stage.idAt(x, y, view);
      if (id > 0 && id <= owners.length && owners[id - 1] === b) return { body: b, x, y };
    }
    return null;
  });
}

/// Plays, scrubs, picks, compares.
async function checkPage(page, dir, exactly) {
  const frames = Number(await page.$eval('#scrub', (e) => e.max)) + 1;
  const last = fromFile(dir, 0, 0).frames;
  if (exactly) assert.equal(frames, last);
  await page.click('#play');
  await page.waitForFunction(() => talus.player.number > 2);
  await page.click('#play');
  assert.equal(await page.$eval('#play', (e) => e.getAttribute('aria-label')), 'Play');
  const frame = Math.floor(0.8 * (frames - 1));
  await scrubTo(page, frame);
  const found = await visibleBody(page);
  assert.ok(found, 'no body is to be seen');
  const box = await (await page.$('#canvas')).boundingBox();
  await page.mouse.click(box.x + found.x, box.y + found.y);
  await page.waitForSelector('#inspect h3');
  const name = await page.$eval('#inspect h3', (e) => e.textContent);
  assert.equal(name, await page.evaluate((b) => talus.head.names[b], found.body));
  const file = fromFile(dir, frame, found.body);
  near([await page.evaluate(() => talus.frame.time)], file.time, 'time');
  near(await card(page, 'position'), file.position, 'position');
  near(await card(page, 'velocity'), file.velocity, 'velocity');
  if (file.angle !== undefined) near(await card(page, 'angle'), file.angle, 'angle');
  else near(await card(page, 'orientation'), file.orientation, 'orientation');
  // In space spins go through the body's own axes on their way, which rounds.
  near(await card(page, 'spin'), file.spin, 'spin', file.angle !== undefined ? 0 : 1e-9);
  return frame;
}

/// Every colour is a number for each body, and has a legend.
async function checkColours(page) {
  const keys = await page.evaluate(() => talus.fields.map((f) => f.key));
  for (const key of ['born', 'force', 'overlap', 'kinetic', 'mass']) assert.ok(keys.includes(key), key);
  for (const key of keys) {
    await page.selectOption('#choose-colour', key);
    await settled(page);
    const label = await page.evaluate((k) => talus.fields.find((f) => f.key === k).label, key);
    if (key !== 'material') assert.ok((await page.$eval('#legend', (e) => e.textContent)).includes(label), label);
  }
  const bodies = await page.evaluate(() => talus.fields.filter((f) => f.values && f.values(talus.frame).length !== talus.head.names.length).length);
  assert.equal(bodies, 0);
  await page.evaluate(() => talus.change({ colour: 'material' }));
}

/// Two fingers that part come nearer, and pick nothing; one finger moves the view.
async function checkTouch(page) {
  const cdp = await page.context().newCDPSession(page);
  const box = await (await page.$('#canvas')).boundingBox();
  const middle = [box.x + 0.5 * box.width, box.y + 0.5 * box.height];
  const touch = (type, points) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x: middle[0] + x, y: middle[1] + y, id })) });
  const near = () =>
    page.evaluate(() => {
      const { camera, controls, plane } = talus.stage;
      return plane ? camera.zoom : 1 / camera.position.distanceTo(controls.target);
    });
  await page.evaluate(() => talus.pick(''));
  const before = await near();
  await touch('touchStart', [[-40, 0]]);
  await touch('touchStart', [[-40, 0], [40, 0]]);
  for (const d of [50, 65, 80]) await touch('touchMove', [[-d, 0], [d, 0]]);
  await touch('touchEnd', []);
  await settled(page);
  const after = await near();
  assert.ok(after > 1.3 * before, `two fingers: ${before} to ${after}`);
  assert.equal(await page.evaluate(() => talus.view.pick), '');
  const camera = await page.evaluate(() => talus.stage.cameraText());
  await touch('touchStart', [[0, 0]]);
  for (const d of [10, 30, 60]) await touch('touchMove', [[d, 0]]);
  await touch('touchEnd', []);
  assert.notEqual(await page.evaluate(() => talus.stage.cameraText()), camera);
  assert.equal(await page.evaluate(() => talus.view.pick), '');
  await page.evaluate(() => talus.look('home'));
}

/// A cut across the view takes away what is near; sliders turn it.
async function checkCut(page) {
  await page.click('#cut-view');
  await settled(page);
  assert.equal(await page.$eval('#choose-cut', (e) => e.value), 'any');
  const plane = await page.evaluate(() => {
    const { stage, view } = talus;
    const { n, level } = stage.cutPlane(view);
    const eye = stage.camera.position.clone().sub(stage.controls.target).normalize();
    return { along: eye.x * n[0] + eye.y * n[1] + eye.z * n[2], level };
  });
  assert.ok(plane.along > 0.999 && Math.abs(plane.level) < 1e-9, JSON.stringify(plane));
  // What is picked in the middle of the picture lies behind the plane, by half its size at most before it.
  const found = await visibleBody(page);
  assert.ok(found);
  const ahead = await page.evaluate((b) => {
    const { n, level } = talus.stage.cutPlane(talus.view);
    return talus.stage.places.subarray(3 * b, 3 * b + 3).reduce((s, x, k) => s + x * n[k], -level) - talus.stage.typicalSize() * 2;
  }, found.body);
  assert.ok(ahead < 0, `a body ${ahead} before the cut is to be seen`);
  await page.$eval('#set-cutElevation', (e) => {
    e.value = 90;
    e.dispatchEvent(new Event('input'));
  });
  assert.deepEqual(await page.evaluate(() => talus.stage.cutPlane(talus.view).n.map((x) => Math.round(x * 1e6) / 1e6 + 0)), [0, 0, 1]);
  // A cut along an axis is the same plane however it is asked for.
  const same = await page.evaluate(() => {
    const plane = (patch) => talus.stage.cutPlane({ ...talus.view, cutAt: 0.3, ...patch });
    const a = plane({ cut: 'x' });
    const b = plane({ cut: 'any', cutAzimuth: 0, cutElevation: 0 });
    return Math.abs(a.level - b.level) + Math.abs(a.n[0] - b.n[0]);
  });
  assert.ok(same < 1e-12);
  await page.evaluate(() => talus.change({ cut: 'off' }));
}

/// Picks a contact by its mark and compares.
async function checkContact(page, dir) {
  await page.evaluate(() => talus.change({ contacts: true }));
  await settled(page);
  const found = await page.evaluate(() => {
    const { stage, view, frame } = talus;
    for (let c = frame.arrays.contact_a.length - 1; c >= 0; --c) {
      const [x, y] = stage.pointOnScreen(stage.marks.at.subarray(3 * c, 3 * c + 3));
      if (x < 360 || y < 60 || x > stage.width - 20 || y > stage.height - 120) continue;
      if (stage.idAt(x, y, view) === stage.marks.firstId + c) return { contact: c, x, y };
    }
    return null;
  });
  assert.ok(found, 'no contact is to be seen');
  const box = await (await page.$('#canvas')).boundingBox();
  await page.mouse.click(box.x + found.x, box.y + found.y);
  await page.waitForFunction(() => document.querySelector('#inspect h3')?.textContent === 'Contact');
  const file = contactFromFile(dir, await page.evaluate(() => talus.player.number), found.contact);
  for (const [key, name] of Object.entries({ point: 'point', normal: 'normal', impulse: 'impulse', 'relative.': 'velocity', gap: 'gap' })) {
    near(await card(page, key), file[name], name);
  }
}

async function look(page, name, change) {
  await page.evaluate((c) => talus.change(c), change);
  await settled(page);
  await page.waitForTimeout(100);
  await page.screenshot({ path: inFolder(`${name}.png`) });
}

function quiet(complaints) {
  assert.deepEqual(complaints, [], 'the browser complained');
}

/// Starts talus and waits for the address it prints.
async function serve(...args) {
  const child = spawn(talus, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  const address = await new Promise((resolve, reject) => {
    let out = '';
    const listen = (data) => {
      out += data;
      if (/http:\S+\n/.test(out)) resolve(out.match(/http:\S+/)[0]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then((code) => reject(new Error(`talus ${args.join(' ')} ended with ${code}`)));
  });
  return { child, address, ended };
}

const cases = {
  arch: { scene: ['arch', '--until', '1'], pictures: { arch: { pick: '', chains: true, contacts: true, colour: 'pressure', map: 'cividis' } } },
  spheres: {
    scene: ['box-of-spheres', '--until', '0.6'],
    pictures: {
      spheres: { colour: 'speed', contacts: false },
      'spheres-chains': { colour: 'material', chains: true, opacity: 0.12, chainColour: 'force' },
      'spheres-cut': { colour: 'pressure', map: 'cividis', range: 'frame', chains: false, opacity: 1, cut: 'y', cutAt: 0.5, pick: '' },
      'spheres-cut-across': { cut: 'any', cutAzimuth: -35, cutElevation: 35 },
    },
  },
};

for (const [name, { scene, pictures }] of Object.entries(cases)) {
  const dir = inFolder(`${name}-results`);
  run('run', ...scene, '--out', dir, '--quiet');

  // One file, opened from disk: nothing else is asked for.
  const html = inFolder(`${name}.html`);
  run('view', dir, '--html', html);
  let { browser, page, complaints, asked } = await openPage(`file://${html}`);
  assert.deepEqual(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')), []);
  await checkPage(page, dir, true);
  await checkContact(page, dir);
  await checkColours(page);
  await checkTouch(page);
  if (name === 'spheres') await checkCut(page);
  for (const [picture, change] of Object.entries(pictures)) await look(page, picture, change);
  // The address brings the same view back.
  await page.waitForTimeout(400);
  const hash = await page.evaluate(() => location.hash);
  await page.reload();
  await page.waitForSelector('html[data-ready="1"]');
  await page.waitForTimeout(400);
  assert.equal(await page.evaluate(() => location.hash), hash);
  await page.keyboard.press('?');
  assert.ok(await page.$('#help-dialog[open]'));
  await page.keyboard.press('Escape');
  await page.click('#scene-button');
  assert.ok((await page.$eval('#scene-text', (e) => e.textContent)).includes('talus: 1'));
  await page.keyboard.press('Escape');
  assert.equal(await saved(page, '#shot-button'), '89504e47'); // PNG
  if (name === 'arch') assert.equal(await saved(page, '#film-button'), '1a45dfa3'); // WebM
  quiet(complaints);
  await browser.close();
  console.log(`${name}: opened from disk`);

  // Served.
  const server = await serve('view', dir, '--no-open');
  ({ browser, page, complaints } = await openPage(server.address, { dark: true }));
  await checkPage(page, dir, true);
  await look(page, `${name}-dark`, Object.values(pictures)[0]);
  quiet(complaints);
  await browser.close();
  server.child.kill('SIGINT');
  assert.equal(await server.ended, 0);
  console.log(`${name}: served`);
}

// While it computes: hold it, let it go on, end it.
{
  const dir = inFolder('live-results');
  const live = await serve('run', 'box-of-spheres', '--live', '--no-open', '--out', dir, '--quiet');
  const { browser, page, complaints } = await openPage(live.address);
  const steps = () => page.evaluate(async () => (await talus.source.status()).steps);
  await page.waitForFunction(() => talus.player.last > 2, null, { timeout: 60000 });
  await page.click('#live-pause');
  await page.waitForFunction(() => document.getElementById('live-pause').textContent === 'Go on');
  await page.waitForTimeout(300);
  const held = await steps();
  await page.waitForTimeout(500);
  assert.equal(await steps(), held, 'the run goes on while it is held');
  await page.screenshot({ path: inFolder('live.png') });
  await page.click('#live-pause');
  await page.waitForFunction(async (n) => (await talus.source.status()).steps > n, held);
  await page.click('#live-stop');
  await page.waitForFunction(async () => !(await talus.source.status()).running);
  quiet(complaints);
  await page.goto('about:blank'); // the run waits for its page to go
  assert.equal(await live.ended, 4);
  await browser.close();
  const summary = JSON.parse(readFileSync(join(dir, 'summary.json'), 'utf8'));
  assert.equal(summary.outcome, 'interrupted');
  console.log('live: held, let go on, ended');
}
