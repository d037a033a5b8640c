// `npm run sheets`: pictures of every screen with the demo agency's data, on contact sheets in `test-results/sheets`. Every screen at
// 1440 pixels; with `-- --all` also at 820 and 390 pixels, and dark; `SHEETS_AT=/report` takes the screens at addresses like this alone.
// Needs a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { demo } from '#tests/support/api-client.ts';
import { samplesFor } from '#tests/support/every-screen.ts';
import { ServiceProcess } from '#tests/support/service-process.ts';

type Look = { readonly name: string; readonly width: number; readonly height: number; readonly colorScheme: 'light' | 'dark' };
type Picture = { readonly file: string; readonly path: string };

const looks: readonly Look[] = [
  { name: '1440', width: 1440, height: 900, colorScheme: 'light' },
  { name: '820', width: 820, height: 1180, colorScheme: 'light' },
  { name: '390', width: 390, height: 844, colorScheme: 'light' },
  { name: '1440-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: '390-dark', width: 390, height: 844, colorScheme: 'dark' },
];
const people = [null, 'administrator', 'provider'] as const;
const folder = resolve('test-results/sheets');
/** Pictures of one sheet: more would be too small to judge. */
const perSheet = 12;

const wanted = new RegExp(process.env['SHEETS_AT'] ?? '');
const all = process.argv.includes('--all');
mkdirSync(folder, { recursive: true });
const service = await ServiceProcess.make();
await service.start();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  for (const look of all ? looks : looks.slice(0, 1)) {
    const pictures = await walk(browser, `http://127.0.0.1:${service.port}`, look);
    for (let n = 0; n * perSheet < pictures.length; n++) {
      await compose(browser, look, `${look.name}-${n + 1}`, pictures.slice(n * perSheet, (n + 1) * perSheet));
    }
    process.stdout.write(`${look.name}: ${pictures.length} screens\n`);
  }
  process.stdout.write(`Sheets are in ${folder}\n`);
} finally {
  await browser.close();
  await service.remove();
}

/** Takes a picture of every screen, as the person who sees most of it. */
async function walk(browser: Browser, address: string, { name, width, height, colorScheme }: Look): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const person of people) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      hasTouch: width < 1000,
    });
    const page = await context.newPage();
    if (person !== null) await signIn(page, address, person);
    for (const { path } of samplesFor(person).filter((sample) => wanted.test(sample.path))) {
      await page.goto(address + path);
      await page.locator('#page-title').waitFor({ state: 'attached' });
      await settled(page);
      const file = `${name}${path.replaceAll(/\W+/g, '-')}.png`;
      await page.screenshot({ path: join(folder, file) });
      pictures.push({ file, path });
    }
    await context.close();
  }
  return pictures;
}

async function signIn(page: Page, address: string, person: keyof typeof demo): Promise<void> {
  const [username, password] = demo[person];
  await page.goto(address);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .locator('header')
    .getByRole('button', { name: /Synced/ })
    .waitFor({ timeout: 60_000 });
}

/** Waits until nothing is loading, and has been so for half a second. */
function settled(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () => {
      const now = performance.now();
      if (document.querySelector('[aria-busy="true"]')) Reflect.set(window, 'busyAt', now);
      return now - Number(Reflect.get(window, 'busyAt') ?? 0) > 500 && now > 1500;
    },
    null,
    { polling: 100 },
  );
}

async function compose(browser: Browser, look: Look, name: string, pictures: readonly Picture[]): Promise<void> {
  const columns = look.width > 1000 ? 3 : look.width > 500 ? 4 : 6;
  const figures = pictures.map(({ file, path }) => `<figure><img src="${file}"><figcaption>${path}</figcaption></figure>`);
  const style = `body{margin:16px;background:#777;display:grid;grid-template-columns:repeat(${columns},1fr);gap:16px;font:16px sans-serif;color:#fff}
figure{margin:0}img{width:100%;display:block}`;
  writeFileSync(join(folder, `${name}.html`), `<meta charset="utf-8"><style>${style}</style>${figures.join('')}`);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1000 } });
  await page.goto(`file://${join(folder, `${name}.html`)}`);
  await page.screenshot({ path: join(folder, `sheet-${name}.png`), fullPage: true });
  await page.close();
}
