import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

const chartOf = (page: Page, title: string) =>
  page.locator('.chart-card').filter({ has: page.getByRole('heading', { name: title }) });

/** Saves the chart on screen, and returns the file's name and bytes. */
async function saved(page: Page, as: 'SVG' | 'PNG') {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save chart' }).click();
  await page.getByRole('menuitem', { name: `Save as ${as}` }).click();
  const download = await file;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the bars of a report have its figures, its table has the same, a bar opens its rows, and the chart is saved', async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/report_dcstatus?of=one`, 'administrator');
  await synced(page);
  const chart = chartOf(page, 'Jobs by status');
  const parts = chart.locator('[data-spot]');
  await expect(parts.first()).toBeVisible();
  const words = await parts.evaluateAll((all) => all.map((part) => part.getAttribute('aria-label') ?? ''));
  const sum = (unit: string) =>
    words
      .filter((one) => one.endsWith(` ${unit}`))
      .reduce((total, one) => total + Number(/([\d,]+) \w+$/.exec(one)?.[1]?.replaceAll(',', '')), 0);
  const totals = page.locator('main .rows tfoot');
  await expect(totals).toContainText(sum('open').toLocaleString('en-US'));

  // One stop for Tab, arrows to the others.
  expect(await parts.evaluateAll((all) => all.filter((part) => part.getAttribute('tabindex') === '0').length)).toBe(1);
  const first = chart.locator('[data-spot="0,0"]');
  await first.focus();
  await page.keyboard.press('End');
  await expect(first).not.toBeFocused();
  await expect(chart.locator('[data-spot]:focus')).toHaveAttribute('tabindex', '0');
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();

  const { name, bytes } = await saved(page, 'SVG');
  expect(name).toBe('jobs-by-status.svg');
  const svg = bytes.toString('utf8');
  expect(svg).toContain('Jobs by status');
  for (const one of words) expect(svg).toContain(one.replaceAll('&', '&amp;'));
  expect(svg).not.toMatch(/var\(|href=/);

  await chart.getByRole('button', { name: 'Show as table' }).click();
  const rows = chart.locator('tbody tr');
  const open = await rows.locator('td:nth-child(2)').allInnerTexts();
  expect(open.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0)).toBe(sum('open'));
  const task = rows.first().getByRole('link').first();
  const taskName = await task.innerText();
  await task.click();
  await expect(page.getByRole('button', { name: `Remove the filter Task: ${taskName}` })).toBeVisible();
  await expect(page.locator('main .rows tbody tr')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('button', { name: `Remove the filter Task: ${taskName}` })).toBeHidden();
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await first.click();
  await expect(page).toHaveURL(/\/(?:staging\?.*status|report_dcstatus\?.*task=)/);
});

/** The provider has no sources of its own, so the first chart is the administrator's. */
const mapped = ['/report_mapsummary', 'Mapped facilities by source'] as const;
const charts = [
  ['/report_dcstatus', 'Jobs by status'],
  ['/report_taskaudit', 'Last runs'],
  ['/report_user-login-history?days=2026-01-01..2026-12-31', 'Sign-ins by day'],
  ['/report_customersubscription', 'Connections used and bought'],
  ['/report_customer-risk', 'Customers by risk'],
] as const;

/** Looks at charts at every width, by day and by night, and saves each as a picture. */
async function looksAtCharts(page: Page, person: 'provider' | 'administrator', shown: readonly (readonly [string, string])[]) {
  test.setTimeout(240_000);
  await openSignedIn(page, behind.address, person);
  await synced(page);
  for (const [path, title] of shown) {
    await goTo(page, path);
    const chart = chartOf(page, title);
    await expect(chart.locator('[data-spot]').first()).toBeVisible();
    await looksWell(page, title.replaceAll(' ', '-'));
    const { name, bytes } = await saved(page, 'PNG');
    expect(name).toMatch(/^[a-z-]+\.png$/);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
}

test('the charts of an administrator look well at every width and are saved as pictures', { tag: '@long' }, async ({ page }) => {
  await looksAtCharts(page, 'administrator', [mapped]);
  await expect(chartOf(page, mapped[1])).toBeVisible();
});

test('the charts of the provider look well at every width and are saved as pictures', { tag: '@long' }, async ({ page }) => {
  await looksAtCharts(page, 'provider', charts);
  await expect(chartOf(page, 'Customers by risk')).toBeVisible();
});

test('Enter opens the rows of a part, and a folded chart stays folded', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/report_user-login-history`, 'provider');
  await synced(page);
  const chart = chartOf(page, 'Sign-ins by day');
  const today = chart.locator('a[data-spot]').last();
  const figures = [...((await today.getAttribute('aria-label')) ?? '').matchAll(/(\d+) (?:signed in|failed)/g)];
  const count = figures.reduce((sum, [, figure]) => sum + Number(figure), 0);
  await today.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Remove the filter Days/ })).toBeVisible();
  await expect(page.locator('main .rows tbody tr')).toHaveCount(count);
  await chart.getByRole('button', { name: 'Sign-ins by day' }).click();
  await expect(chart.locator('[data-spot]')).toHaveCount(0);
  await page.reload();
  await expect(chart.getByRole('button', { name: 'Sign-ins by day', expanded: false })).toBeVisible();
});

test('a square of the last runs opens its run in the task', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/report_taskaudit?of=one`, 'administrator');
  await synced(page);
  await chartOf(page, 'Last runs').locator('a[data-spot]').last().click();
  const runs = page.getByRole('region', { name: 'Recent runs' });
  await runs.locator('[data-spot]').last().click();
  await expect(page).toHaveURL(/\/edittask\/\d+\?run=\d+$/);
  await expect(runs.locator('details[open]')).toHaveCount(1);
});
