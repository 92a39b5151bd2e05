// The keyboard, and the list of it that ? shows.

const $ = (id) => document.getElementById(id);

export function addKeys(page) {
  const { player } = page;
  const flip = (key) => page.change({ [key]: !page.view[key] });
  const keys = [
    ['space', 'play or pause', [' '], () => player.toggle()],
    ['← →', 'one frame back or on; with shift ten', ['ArrowLeft'], (e) => page.seek(player.number - (e.shiftKey ? 10 : 1))],
    ['', '', ['ArrowRight'], (e) => page.seek(player.number + (e.shiftKey ? 10 : 1))],
    ['Home, End', 'first or last frame', ['Home'], () => page.seek(0)],
    ['', '', ['End'], () => page.seek(player.last)],
    ['[ ]', 'slower, faster', ['['], () => page.speed(false)],
    ['', '', [']'], () => page.speed(true)],
    ['0', 'see everything', ['0'], () => page.look('home')],
    ['1 2 3', 'from the front, the side, above (space)', ['1'], () => !page.stage.plane && page.look('front')],
    ['', '', ['2'], () => !page.stage.plane && page.look('side')],
    ['', '', ['3'], () => !page.stage.plane && page.look('top')],
    ['Z', 'come near to the body that is picked; also a double click', ['z'], () => page.focus()],
    ['F', 'force chains', ['f'], () => flip('chains')],
    ['C', 'contacts', ['c'], () => flip('contacts')],
    ['N', 'normals', ['n'], () => flip('normals')],
    ['X', 'see through bodies', ['x'], () => page.change({ opacity: page.view.opacity < 1 ? 1 : 0.2 })],
    ['V', 'cut across the view (space)', ['v'], () => page.cutAcrossView()],
    ['G', 'graphs', ['g'], () => page.togglePart('graphs', 'no-graphs')],
    ['P', 'panel', ['p'], () => page.togglePart('panel', 'no-panel')],
    ['D', 'light or dark', ['d'], () => page.toggleTheme()],
    ['S', 'save a picture', ['s'], () => page.screenshot()],
    ['Escape', 'let go of what is picked', ['Escape'], () => page.pick('')],
    ['?', 'this list', ['?'], () => $('help-dialog').showModal()],
  ];
  const list = $('help-list');
  for (const [name, text] of [
    ...keys.filter(([n]) => n),
    ['drag, wheel', page.stage.plane ? 'move, zoom; on a touch screen one finger moves, two zoom' : 'turn, zoom; right button moves; on a touch screen one finger turns, two zoom and move'],
    ['click', 'read the numbers of a body or a contact'],
  ]) {
    const dt = document.createElement('dt');
    const dd = document.createElement('dd');
    dt.textContent = name;
    dd.textContent = text;
    list.append(dt, dd);
  }
  $('help-button').addEventListener('click', () => $('help-dialog').showModal());
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const tag = event.target.tagName;
    if (tag === 'SELECT' || event.target.type === 'text') return;
    // A slider keeps its arrows, a button its space.
    if (tag === 'INPUT' && event.target.id !== 'scrub' && event.key.startsWith('Arrow')) return;
    if (tag === 'BUTTON' && event.key === ' ') return;
    const found = keys.find(([, , names]) => names.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!found) return;
    event.preventDefault();
    found[3](event);
  });
}
