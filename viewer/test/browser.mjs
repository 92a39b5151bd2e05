// A real browser on a page, with all it complains about kept.
import { chromium } from 'playwright-core';

const flags = [
  '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars',
];

export async function openPage(address, { width = 1280, height = 800, dark = false } = {}) {
  const browser = await chromium.launch({ executablePath: process.env.TALUS_CHROMIUM ?? '/usr/bin/chromium', args: flags });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(`${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => complaints.push(`uncaught: ${e.message}`));
  const asked = [];
  page.on('request', (r) => asked.push(r.url()));
  await page.goto(address);
  await page.waitForSelector('html[data-ready="1"]', { timeout: 60000 }).catch((error) => {
    throw new Error(`${error.message}\n${complaints.join('\n')}`);
  });
  return { browser, page, complaints, asked };
}
