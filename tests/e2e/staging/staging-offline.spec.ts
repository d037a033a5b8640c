import { expect, type Page, test } from 'playwright/test';
import { listStatuses } from '#contract/posting/statuses.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();

/** The jobs that the filter finds, as its panel counts them. */
async function found(page: Page): Promise<number> {
  const count = page.getByRole('complementary', { name: 'Filter' }).getByText(/^[\d,]+ jobs? in /);
  return Number.parseInt((await count.innerText()).replaceAll(',', ''), 10);
}

test('offline, a person filters, saves a view, tests the rules on a job and adds a status; with the next connection all is there once, and others see it', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  await openSignedIn(page, `${behind.address}/staging?view=all`, 'administrator');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('complementary', { name: 'Filter' });
  const all = await found(page);
  await filter
    .getByRole('combobox', { name: 'Specialty' })
    .or(filter.getByRole('textbox', { name: 'Specialty' }))
    .fill('ICU');
  await page.keyboard.press('Enter');
  await expect.poll(() => found(page)).toBeLessThan(all);
  const shown = await found(page);
  expect(shown).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Name/).fill('Intensive care');
  await form.getByRole('switch', { name: /^Share with/ }).click();
  await form.getByRole('button', { name: 'Save view' }).click();
  const tab = (on: Page) => on.getByRole('tab', { name: /^Intensive care/ });
  await expect(tab(page)).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('t');
  const rules = page.getByRole('tabpanel', { name: 'Rules' });
  await expect(rules.getByRole('heading', { name: 'Data collection rules' })).toBeVisible();
  await expect(rules.getByRole('listitem').first()).toBeVisible();
  const named = rules.locator('.trace').getByRole('button').first();
  const name = await named.innerText();
  await named.click();
  const card = page.getByRole('dialog', { name });
  await expect(card.getByText(/^(When|Always) .*\.$/)).toBeVisible();
  await expect(card.getByText(/^Rule \d+, version \d+, saved by /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(named).toBeFocused();

  await goTo(page, '/expandedStatus');
  await page.getByRole('button', { name: 'Add status' }).click();
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Confirming with the vendor');
  await page.getByRole('dialog').getByRole('button', { name: 'Add status' }).click();
  await expect(page.getByRole('row', { name: /Confirming with the vendor/ })).toBeVisible();
  await expect(pill(page, /Offline.*2 queued/)).toBeVisible();

  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
  await synced(page);
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.recruiter);
  const statuses = await api.call(listStatuses, { cust: 'me' });
  expect(statuses.filter(({ name }) => name === 'Confirming with the vendor')).toHaveLength(1);

  const other = await browser.newPage();
  await openSignedIn(other, `${behind.address}/staging?view=all`, 'recruiter');
  await expect(tab(other)).toHaveCount(1);
  await tab(other).click();
  await other.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.poll(() => found(other)).toBe(shown);
  await other.close();
});
