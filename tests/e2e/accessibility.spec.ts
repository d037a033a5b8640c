import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';
import { demo } from '../support/api-client.ts';
import { demoService } from '../support/demo-template.ts';
import type { ServiceProcess } from '../support/service-process.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const schemes = ['light', 'dark'] as const;
/** Each screen, and what shows that its rows are there: an empty screen has little to find fault with. */
const screens = [
  { path: '/dashboard', shows: (page: Page) => page.getByText('Open jobs by state') },
  { path: '/staging', shows: (page: Page) => page.getByRole('gridcell').first() },
  { path: '/mapfacility', shows: (page: Page) => page.getByRole('navigation', { name: 'Queue' }).getByRole('listitem').first() },
  { path: '/mapfacility?view=table', shows: (page: Page) => page.getByRole('row').nth(2) },
  { path: '/mapdegree?view=table&kind=specialty', shows: (page: Page) => page.getByRole('row').nth(2) },
  { path: '/mapshift', shows: (page: Page) => page.getByRole('navigation', { name: 'Queue' }) },
  { path: '/report_mapsummary', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/report_mapdetail', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/report_mapspec', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/sources', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/myclients', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/eshifts', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/specialtydegrees', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/premap', shows: (page: Page) => page.getByRole('heading', { name: 'No premap yet' }) },
  { path: '/facilitiesShared', shows: (page: Page) => page.getByRole('heading', { name: 'Shared facilities' }) },
  { path: '/mapruns', shows: (page: Page) => page.getByRole('heading', { name: 'Mapping runs' }) },
  { path: '/outbox', shows: (page: Page) => page.getByText(/^Hold/).first() },
  { path: '/offline', shows: (page: Page) => page.getByText('open now') },
  { path: '/preferences', shows: (page: Page) => page.getByRole('heading', { name: 'Preferences' }) },
  { path: '/tasks', shows: (page: Page) => page.getByRole('row').nth(1) },
  { path: '/jobupload', shows: (page: Page) => page.getByRole('heading', { name: 'Upload jobs' }) },
  { path: '/targetconfig', shows: (page: Page) => page.getByRole('row').nth(1) },
];

let service: ServiceProcess;
let address = '';

test.beforeAll(async () => {
  service = await demoService();
  await service.start();
  address = `http://127.0.0.1:${service.port}`;
});
test.afterAll(() => service.remove());

/** Nothing is still being looked up, and no colour is on its way to another. */
async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

/** Rules that the screen breaks, each with the places, in light and in dark. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await atRest(page);
    const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze();
    for (const { id, nodes } of violations) {
      const places = nodes.slice(0, 5).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`);
      faults.push(`${colorScheme} ${new URL(page.url()).pathname} ${id}: ${places.join('; ')}`);
    }
  }
  return faults;
}

test('every screen meets WCAG 2.2 AA in light and dark', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto(address);
  await page.getByLabel('User name').waitFor();
  const faults = await faultsOf(page);
  const [name, password] = demo.administrator;
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('header').getByRole('button', { name: /Synced/ })).toBeVisible({ timeout: 60_000 });

  // Something in the outbox: one job held.
  await page.goto(`${address}/staging`);
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('gridcell').getByRole('checkbox').first().click();
  await page.getByRole('toolbar').getByRole('button', { name: /^Hold/ }).click();
  await expect(page.getByText(/1 job held/).first()).toBeVisible();

  for (const { path, shows } of screens) {
    await page.goto(address + (path === '/outbox' ? '/outbox?tab=sent' : path));
    await expect(shows(page)).toBeVisible();
    faults.push(...(await faultsOf(page)));
  }
  expect(faults).toEqual([]);
});
