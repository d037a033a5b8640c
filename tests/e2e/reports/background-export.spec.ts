import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, type Page, test } from 'playwright/test';
import readExcel from 'read-excel-file/universal';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { runOn } from '../../support/engine/test-engine.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

/** The names of the rules in the order of the page. */
const namesOn = async (page: Page): Promise<string[]> => {
  const table = page.locator('main table');
  const at = await table.getByRole('columnheader').allTextContents();
  const column = at.findIndex((label) => label.trim().startsWith('Rule'));
  return table
    .locator('tbody tr')
    .evaluateAll((rows, i) => rows.map((row) => row.children[i]?.textContent?.trim() ?? ''), column);
};

async function openExport(page: Page, title = 'Rule report'): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export in the background…' }).click();
  await expect(page.getByRole('dialog', { name: `Export ${title} in the background` })).toBeVisible();
}

test('a report is exported in the background, and its Excel file has the rows of the page', { tag: '@long' }, async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/report_rules`, 'administrator');
  await synced(page);
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
  const names = await namesOn(page);
  expect(names.length).toBeGreaterThan(0);
  await openExport(page);
  const dialog = page.getByRole('dialog', { name: 'Export Rule report in the background' });
  await looksWell(page, 'export-dialog');
  await dialog.getByRole('button', { name: 'Export for Excel' }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText(`The file has ${names.length} row`).first()).toBeVisible({ timeout: 30_000 });
  await goTo(page, '/reports?file=0');
  const files = page.getByRole('dialog', { name: 'Files of reports' });
  await expect(files.getByText('Rule report, Excel')).toBeVisible();
  await looksWell(page, 'files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: 'Download Rule report' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rule-report-\d{4}-\d\d-\d\d\.xlsx$/);
  const bytes = await readFile(await download.path());
  const [sheet] = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { data: unknown[][] }[];
  const column = sheet?.data[0]?.indexOf('Rule') ?? -1;
  expect(sheet?.data.slice(1).map((row) => row[column])).toEqual(names);
});

test('the tray downloads a finished file; offline, the export says why it is not offered', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openSignedIn(page, `${behind.address}/report_rules`, 'administrator');
  await synced(page);
  await openExport(page);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
  await expect(page.getByText(/The file has \d+ rows?/).first()).toBeVisible({ timeout: 30_000 });
  // The bell says it once.
  await page
    .locator('header')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell.getByText('Export “Rule report” as CSV')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await pill(page, /Synced/).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download: Export “Rule report” as CSV/ }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\uFEFFRule/);
  await page.keyboard.press('Escape');
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await page.locator('main').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Export in the background (online only)' })).toBeDisabled();
  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
});

/** Holds a table of the service's database, so that who reads it waits. `awaited` says whether anyone does. */
async function holdTable(table: string) {
  const client = new pg.Client({ connectionString: behind.service.databaseUrl() });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return {
    awaited: async () => {
      const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`;
      return (await client.query(waiting)).rowCount !== 0;
    },
    letGo: () => client.end(),
  };
}

test('a file that is being made is stopped in the list of files, leaves nothing, and is made again there', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/report_taskaudit`, 'administrator');
  await synced(page);
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
  const { awaited, letGo } = await holdTable('collection_run');
  try {
    await openExport(page, 'Task audit');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await goTo(page, '/reports?file=0');
    const file = page
      .getByRole('dialog', { name: 'Files of reports' })
      .getByRole('listitem')
      .filter({ hasText: 'Task audit, CSV' });
    await expect(file.first()).toContainText('Being made.');
    await expect.poll(awaited).toBe(true);
    const stopped = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('stop'));
    await file.first().getByRole('button', { name: 'Stop' }).click();
    expect((await stopped).status()).toBe(200);
    await letGo();
    await expect(file.first()).toContainText('Stopped. No file was made.', { timeout: 30_000 });
    await expect(file.first().getByRole('button', { name: /^Download/ })).toHaveCount(0);
    await file.first().getByRole('button', { name: 'Retry' }).click();
    await expect(file.first()).toContainText(/The file has \d+ rows?\./, { timeout: 30_000 });
    await expect(file).toHaveCount(2);
  } finally {
    await letGo().catch(() => undefined);
  }
});

test('a file that failed is made again from the tray', { tag: '@long' }, async ({ page }) => {
  const database = behind.service.databaseUrl();
  await openSignedIn(page, `${behind.address}/report_rules`, 'administrator');
  await synced(page);
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
  await runOn(
    database,
    `create function full_disk() returns trigger language plpgsql as $$ begin
      if new.content is not null then raise exception 'no space left on device' using errcode = 'XX000'; end if; return new; end $$`,
    'create trigger full_disk before update on report_file for each row execute function full_disk()',
  );
  await openExport(page);
  await page.getByRole('button', { name: 'Export for Excel' }).click();
  await expect(page.getByText('The file could not be made. Nothing of it was kept.').first()).toBeVisible({ timeout: 30_000 });
  await runOn(database, 'drop trigger full_disk on report_file', 'drop function full_disk');
  await pill(page, /Synced/).click();
  await page.getByRole('button', { name: /^Retry: Export “Rule report” for Excel/ }).click();
  await expect(page.getByRole('button', { name: /^Download: Export “Rule report” for Excel/ })).toBeVisible({ timeout: 30_000 });
});
