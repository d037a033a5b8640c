import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../support/app-page.ts';
import { startBehindWire } from '../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

const titles = (page: Page) => page.locator('.dashboard-card h2');
const card = (page: Page, title: string) =>
  page.locator('.dashboard-card').filter({ has: page.getByRole('button', { name: title, exact: true }) });
const states = (page: Page) => page.locator('[data-code]');

async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, `${behind.address}/dashboard`, 'administrator');
  await synced(page);
  await expect(states(page)).toHaveCount(51, { timeout: 30_000 });
}

/** The number of jobs that the jobs report or staging says it shows. */
const rowCount = (page: Page) => page.locator('.jg-status [role=status] b, .page-note');

/** Waits until the service has kept the person's arrangement. */
const kept = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/user/prefs') && response.request().method() === 'POST');

test('cards move, fold, go and come back, on every device of the person', async ({ page, browser }) => {
  await openDashboard(page);
  const side = ['Work type', 'Jobs by status', 'Alerts by target', 'Tasks', 'Task alerts'];
  await expect(titles(page)).toHaveText(['Open jobs by state', 'Last 30 days', ...side]);
  const saved = kept(page);
  await test.step('by menu', async () => {
    await page.getByRole('button', { name: 'More for Tasks' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await page.getByRole('button', { name: 'Jobs by status', exact: true }).click();
    await page.getByRole('button', { name: 'More for Work type' }).click();
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    await expect(page.getByRole('button', { name: 'Add card' })).toBeFocused();
  });
  const arranged = ['Open jobs by state', 'Last 30 days', 'Jobs by status', 'Tasks', 'Alerts by target', 'Task alerts'];
  await expect(titles(page)).toHaveText(arranged);
  expect((await saved).ok()).toBe(true);
  await test.step('on another device', async () => {
    const other = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await openDashboard(other);
    await expect(titles(other)).toHaveText(arranged);
    await expect(other.getByRole('button', { name: 'Jobs by status', exact: true })).toHaveAttribute('aria-expanded', 'false');
    await other.context().close();
  });
  await test.step('by drag, and back', async () => {
    await card(page, 'Tasks').hover();
    await card(page, 'Tasks')
      .locator('.dashboard-card-handle')
      .dragTo(card(page, 'Jobs by status'), { targetPosition: { x: 40, y: 4 } });
    await page.getByRole('button', { name: 'Add card' }).click();
    await page.getByRole('menuitem', { name: 'Work type' }).click();
    await expect(titles(page)).toHaveText([
      'Open jobs by state',
      'Last 30 days',
      'Work type',
      'Tasks',
      ...arranged.slice(2).filter((title) => title !== 'Tasks'),
    ]);
  });
});

test('arrow keys walk the map, Enter opens the jobs of a state, and a tap shows its figures first', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page);
  await page.locator('[data-code="CO"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-code="NM"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const texas = page.locator('[data-code="TX"]');
  await page.keyboard.press('ArrowRight');
  await texas.focus();
  const jobs = Number(/(\d+) open/.exec((await texas.getAttribute('aria-label')) ?? '')?.[1]);
  expect(jobs).toBeGreaterThan(0);
  await expect(page.locator('.map-card')).toContainText(`Texas ${jobs} open jobs`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/report_jobs\?state=TX&jstatus=2$/);
  await expect(rowCount(page)).toHaveText(new RegExp(`^${jobs} jobs?$`));
});

test('every figure of the map, its tiles and the other cards opens exactly its rows', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await openDashboard(page);
  await page.getByText('List', { exact: true }).click();
  const listed = await page
    .locator('.place-table')
    .first()
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        href: row.querySelector('a')?.getAttribute('href') ?? '',
        count: Number(row.querySelectorAll('td')[1]?.textContent?.replaceAll(',', '')),
      })),
    );
  const note = Number(
    /[\d,]+/.exec(await card(page, 'Open jobs by state').locator('.dashboard-card-note').innerText())?.[0].replaceAll(',', ''),
  );
  expect(listed.reduce((sum, { count }) => sum + count, 0)).toBe(note);
  const bars = await page.locator('a.bar').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href') ?? '',
      count: Number(link.querySelector('.bar-count')?.textContent?.replaceAll(',', '')),
    })),
  );
  const days = await page
    .locator('.days-table a')
    .evaluateAll((links) =>
      links.map((link) => ({ href: link.getAttribute('href') ?? '', count: Number(link.textContent?.replaceAll(',', '')) })),
    );
  const wrong: string[] = [];
  for (const { href, count } of [...listed.slice(0, 3), ...listed.slice(-2), ...bars, ...days]) {
    await page.goto(`${behind.address}${href}`);
    const shown = async () =>
      Number(
        (await rowCount(page).first().innerText())
          .match(/[\d,]+/g)
          ?.at(-1)
          ?.replaceAll(',', ''),
      );
    await expect
      .poll(shown, { timeout: 15_000 })
      .toBe(count)
      .catch(async () => wrong.push(`${href} says ${count}, shows ${await shown()}`));
  }
  expect(wrong).toEqual([]);
  expect(bars.length).toBeGreaterThanOrEqual(3);
});
