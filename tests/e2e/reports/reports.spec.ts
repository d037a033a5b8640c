import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { type Download, expect, type Page, test } from 'playwright/test';
import readExcel from 'read-excel-file/node';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { shareBehindWire } from '../../support/start-behind.ts';

const behind = shareBehindWire();
test.use({ viewport: { width: 1440, height: 900 } });

/** The number of rows that the page says it found. */
async function foundOn(page: Page): Promise<number> {
  const words = await page.locator('.page-note').innerText();
  const [, first = '', matching] = /^(?:[\d,]+–[\d,]+ of )?([\d,]+)(?: matching| of|\b)/.exec(words) ?? [];
  return Number((matching ?? first).replaceAll(',', ''));
}

async function save(page: Page, how: 'Save as CSV' | 'Save for Excel'): Promise<Download> {
  const file = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: how }).click();
  return file;
}

type Sheet = { readonly sheet: string; readonly data: readonly (readonly unknown[])[] };
const sheetsOf = async (file: Download) => (await readExcel(await file.path())) as unknown as readonly Sheet[];
const linesOf = async (file: Download) =>
  Papa.parse<string[]>(readFileSync(await file.path(), 'utf8').replace('\uFEFF', '')).data;

test('offline, a report is found, filtered, and saved with the rows and columns that it shows', async ({ page, context }) => {
  await openSignedIn(page, `${behind.address}/reports`, 'administrator');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('collected job');
  await expect(page.locator('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Jobs: favorite' }).click();
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const all = await foundOn(page);
  await page.getByRole('combobox', { name: 'Job status' }).click();
  await page.getByRole('option', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove the filter Job status: Open' })).toBeVisible();
  await expect.poll(() => foundOn(page)).toBeLessThan(all);
  const found = await foundOn(page);
  expect(found).toBeGreaterThan(100);

  const csv = await linesOf(await save(page, 'Save as CSV'));
  const heads = (await page.locator('main thead .rows-sort').allInnerTexts()).map((name) => name.replace(/ [↑↓]$/, '').trim());
  expect(csv).toHaveLength(found + 1);
  expect(csv[0]?.slice(0, 4)).toEqual(heads.slice(0, 4));
  const xlsx = await save(page, 'Save for Excel');
  expect(xlsx.suggestedFilename()).toBe('jobs.xlsx');
  const [rows, about] = await sheetsOf(xlsx);
  expect(rows?.data).toHaveLength(found + 1);
  expect(rows?.data[0]).toEqual(csv[0]);
  expect(about?.data).toContainEqual(['Filters', 'Job status: Open']);
  expect(about?.data).toContainEqual(['Rows', found]);
  const starts = rows?.data[0]?.indexOf('Start') ?? -1;
  expect(rows?.data.slice(1).some((row) => row[starts] instanceof Date)).toBe(true);
});

test('the documented address of the jobs report becomes filters, and new jobs are open ones', { tag: '@long' }, async ({
  page,
}) => {
  behind.wire.set({ kind: 'open' });
  await openSignedIn(page, `${behind.address}/report_jobs/-1/TX/2`, 'administrator');
  await synced(page);
  await expect(page).toHaveURL(/\/report_jobs\?state=TX&imported=2$/);
  await expect(page.getByRole('button', { name: 'Remove the filter State: TX' })).toBeVisible();
  await goTo(page, '/report_jobs?newjobs=9&jstatus=4');
  await expect(page.getByRole('button', { name: 'Remove the filter Job status: Open' })).toBeVisible();
  await goTo(page, '/report_jobs?state=ZZ');
  await expect(page.getByRole('heading', { name: 'No matching jobs' })).toBeVisible();
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
});

test('counts of the map summary open as many rows', async ({ page }) => {
  await openSignedIn(page, `${behind.address}/report_mapsummary`, 'administrator');
  await synced(page);
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  for (const column of [1, 3]) {
    const link = row.getByRole('cell').nth(column).getByRole('link');
    const count = Number((await link.innerText()).replaceAll(',', ''));
    if (count === 0) continue;
    await link.click();
    await expect(page).toHaveURL(/report_mapdetail/);
    await expect.poll(() => foundOn(page)).toBe(count);
    await page.goBack();
  }
});

test('the library of a recruiter lists the reports that the role opens', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/reports`, 'recruiter');
  const all = await page.locator('main').getByRole('link').allInnerTexts();
  expect(all).toContain('Customer targets');
  expect(all).toContain('Rule report');
});
