// Makes dist/viewer.html, one file with all the page needs. Run by those who change the page: npm ci && npm run build.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const here = (name) => new URL(name, import.meta.url);
const text = (name) => readFileSync(here(name), 'utf8');

const result = await build({
  entryPoints: [here('src/main.js').pathname],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  charset: 'utf8',
});
const style = await build({ stdin: { contents: text('src/style.css'), loader: 'css' }, minify: true, write: false });

// What the page was made of, in the order a test goes through it again (tests/unit/viewer/page_test.cpp).
const files = readdirSync(here('src')).sort().map((name) => `src/${name}`);
let hash = 0xcbf29ce484222325n; // FNV-1a
for (const name of [...files, 'build.mjs', 'package-lock.json']) {
  for (const byte of Buffer.from(`${name}\n${text(name)}`)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
}

const put = (page, marker, content) => page.split(marker).join(content);
let page = text('src/index.html');
page = put(page, '/*LICENCE*/', text('node_modules/three/LICENSE').trim());
page = put(page, '/*SOURCES*/', hash.toString(16).padStart(16, '0'));
page = put(page, '/*STYLE*/', style.outputFiles[0].text.trim());
page = put(page, '/*SCRIPT*/', result.outputFiles[0].text.replaceAll('</script', '<\\/script').trim());
mkdirSync(here('dist'), { recursive: true });
writeFileSync(here('dist/viewer.html'), page);
console.log(`dist/viewer.html: ${Math.round(page.length / 1024)} KiB`);
