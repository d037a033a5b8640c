import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, type Page, test } from 'playwright/test';
import readExcel from 'read-excel-file/universal';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

async function openFromDashboard(page: Page): Promise<void> {
  await openSignedIn(page, `${behind.address}/dashboard`, 'administrator');
  await synced(page);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Request export…' }).click();
  await expect(page.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible();
}

/** The number of rows that the page says for a list of one sheet. */
async function rowsSaid(page: Page, list: string): Promise<number> {
  const words = await page
    .getByRole('checkbox', { name: list, exact: true })
    .locator('xpath=ancestor::*[contains(., "row")][1]')
    .innerText();
  return Number(/([\d,]+) rows?/.exec(words)?.[1]?.replaceAll(',', ''));
}

test('the data of the agency is requested on the dashboard, comes by email, and has the rows that the page says', async ({
  page,
  browser,
}) => {
  await openFromDashboard(page);
  const [jobs, users] = [await rowsSaid(page, 'Jobs'), await rowsSaid(page, 'Users')];
  expect([jobs > 0, users > 0]).toEqual([true, true]);
  await page.getByRole('button', { name: 'Request export' }).click();
  await expect(
    page.getByText('Export is requested. You should get an email with the export file shortly.').first(),
  ).toBeVisible();
  const download = page.getByRole('button', { name: 'Download Jobs, Mappings, Rules, Reference lists, Users' });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await looksWell(page, 'export');

  const other = await browser.newPage();
  await openSignedIn(other, `${behind.address}/mailbox`, 'provider');
  const mail = other.getByRole('button', { name: /^Your export of .+ is ready/ });
  await expect(async () => {
    await other.getByRole('button', { name: 'Look again' }).click();
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await mail.click();
  const link = other.getByRole('link', { name: /\/export\/\d+\?file=\d+$/ });
  const address = (await link.getAttribute('href')) ?? '';
  await other.close();

  await goTo(page, `${new URL(address).pathname}${new URL(address).search}`);
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^harborview-staffing-\d{4}-\d\d-\d\d\.xlsx$/);
  const bytes = await readFile(await file.path());
  const sheets = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { sheet: string; data: unknown[][] }[];
  const rows = Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.length - 1]));
  expect(rows).toMatchObject({ Jobs: jobs, Users: users });
});

test('CSV files in a zip from the tray; offline, neither the dashboard nor the page offers an export', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openFromDashboard(page);
  await page.getByRole('checkbox', { name: 'Jobs', exact: true }).uncheck();
  await page.getByText('CSV files in a zip', { exact: true }).click();
  await page.getByRole('button', { name: 'Request export' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Download Mappings, Rules/ })).toBeVisible({ timeout: 60_000 });
  await pill(page, /Synced/).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download: Export of your data as CSV files/ }).click(),
  ]);
  const names = Object.keys(unzipSync(new Uint8Array(await readFile(await file.path()))));
  expect(names).toEqual(expect.arrayContaining(['mappings.csv', 'rules.csv', 'users.csv', 'about.csv']));
  expect(names).not.toContain('jobs.csv');
  await page.keyboard.press('Escape');
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: 'Request export (online only)' })).toBeDisabled();
  await goTo(page, '/dashboard');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Request export (online only)' })).toBeDisabled();
  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
});
