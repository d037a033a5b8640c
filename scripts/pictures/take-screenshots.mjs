#!/usr/bin/env node
// Takes the pictures of the README and the guide from a running demo: `npm start` in one terminal,
// `node scripts/pictures/take-screenshots.mjs` in another.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from '../browser.mjs';
import { root, say } from '../tasks.mjs';

const address = process.env.JOBDOCK_PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 4180}`;
const folder = join(root, 'docs/pictures');
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
const people = {
  recruiter: ['recruiter@harborview.example', 'harbor-Demo-1'],
  administrator: ['admin@harborview.example', 'harbor-Demo-2'],
};

const palette = async (page) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('icu nights', { delay: 40 });
};
const sampleFile = [
  'Job ID,Facility,Degree,Specialty,Shift,Bill Rate,Weekly Gross,Start',
  'A-1,Mercy Hospital,RN,ICU,3x12 Nights,92,2400,01/11/2027',
]
  .concat('A-2,Mercy Hospital,RN,ED,3x12 Days,88,2310,01/18/2027', 'A-3,Saint Clinic,LPN,LTC,5x8 Days,54,1480,01/04/2027')
  .join('\n');
const upload = async (page) => {
  const buffer = Buffer.from(sampleFile);
  await page.locator('input[type=file]').first().setInputFiles({ name: 'jobs.csv', mimeType: 'text/csv', buffer });
};
const outbox = async (page) => {
  await page.context().setOffline(true);
  for (const n of [0, 1, 2]) await page.getByRole('gridcell').getByRole('checkbox').nth(n).click();
  await page.getByRole('toolbar').getByRole('button', { name: /^Hold/ }).click();
  await page
    .getByRole('link', { name: /^Outbox/ })
    .first()
    .click();
};
const secondFactor = (page) => page.getByRole('region', { name: 'Second factor' }).scrollIntoViewIfNeeded();

/** Each picture: its file, the screen, and what a person does there before it is taken. */
const pictures = [
  { file: 'dashboard', path: '/dashboard', size: 'desktop', dark: true },
  { file: 'mapping', path: '/mapfacility', size: 'desktop' },
  { file: 'mapping', path: '/mapfacility', size: 'tablet', dark: true },
  { file: 'staging', path: '/staging', size: 'desktop' },
  { file: 'staging', path: '/staging', size: 'phone', dark: true },
  { file: 'palette', path: '/dashboard', size: 'desktop', act: palette },
  { file: 'rules', path: '/custrules', size: 'desktop', person: 'administrator' },
  { file: 'tasks', path: '/tasks', size: 'desktop', person: 'administrator' },
  { file: 'upload', path: '/jobupload', size: 'desktop', person: 'administrator', act: upload },
  { file: 'targets', path: '/targetconfig', size: 'desktop', person: 'administrator' },
  { file: 'second-factor', path: '/preferences', size: 'desktop', act: secondFactor },
  { file: 'outbox', path: '/staging?view=all', size: 'desktop', act: outbox },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-background-networking'],
});
for (const picture of pictures) {
  await take(picture, 'light');
  if (picture.dark) await take(picture, 'dark');
}
await browser.close();

async function take({ file, path, size, person = 'recruiter', act }, colorScheme) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme, hasTouch: size !== 'desktop' });
  const page = await context.newPage();
  const [username, password] = people[person];
  await page.goto(address);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('status').filter({ hasText: 'Synced' }).first().waitFor();
  await page.goto(`${address}${path}`);
  await page.waitForTimeout(2500);
  await act?.(page);
  await page.waitForTimeout(act ? 2000 : 0);
  const name = `${file}-${size}-${colorScheme}.png`;
  await page.screenshot({ path: join(folder, name) });
  await context.close();
  say(name);
}
