#!/usr/bin/env node
// Draws the PNG icons from public/icon.svg with Chromium: `node scripts/make-icons.mjs`. Run it after the icon changes; the PNGs
// are committed.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';

const folder = resolve(import.meta.dirname, '..', 'public');
const mark = readFileSync(join(folder, 'icon.svg'), 'utf8');
// The system crops a maskable or Apple icon: it fills its square, and the important part stays in the middle 80%.
const square = mark.replace('rx="14"', 'rx="0"');
const inset = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1C5D99"/><g transform="translate(6.4 6.4) scale(.8)">${square.replace(/<\/?svg[^>]*>/g, '')}</g></svg>`;
const icons = [
  ['icon-48.png', 48, mark],
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['icon-maskable-512.png', 512, inset],
  ['apple-touch-icon.png', 180, square],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  for (const [name, size, svg] of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    await page.screenshot({ path: join(folder, name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
