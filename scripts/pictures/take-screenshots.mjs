#!/usr/bin/env node
// Takes the pictures of docs/pictures from a running demo: `npm start` in one terminal, `node scripts/pictures/take-screenshots.mjs` in
// another.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from '../browser.mjs';
import { root, say } from '../tasks.mjs';

const address = process.env.JOBDOCK_PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 4180}`;
const folder = join(root, 'docs/pictures');
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
const pages = { dashboard: '/dashboard', staging: '/staging', mapping: '/mapfacility' };

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-background-networking'],
});
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport, colorScheme, hasTouch: size !== 'desktop' });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByLabel('User name').fill('recruiter@harborview.example');
    await page.getByLabel('Password', { exact: true }).fill('harbor-Demo-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('status').filter({ hasText: 'Synced' }).first().waitFor();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${address}${path}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
    await context.close();
    say(`${size}, ${colorScheme}`);
  }
}
await browser.close();
