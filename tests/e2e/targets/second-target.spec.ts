import { expect, type Page, test } from 'playwright/test';
import { pill, synced } from '../../support/app-page.ts';
import type { Wire } from '../../support/wire.ts';
import { choose, connectCrelate, openTab, openTargets, stageJobs, startWithCrelate } from './crelate-steps.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let stop: () => Promise<void>;
let wire: Wire;
let address: string;
let crelateAt: string;
test.beforeAll(async () => {
  ({ wire, address, crelateAt, stop } = await startWithCrelate());
});
test.afterAll(() => stop());

const text = 'Lubbock Regional Hospital';

/** Opens the mapping tab of the job in the panel, as it is for a target. */
async function openMapping(page: Page, target: string): Promise<void> {
  await page.goto(`${address}/staging?view=all&q=WALK-1`);
  const box = page
    .getByRole('combobox', { name: 'Target' })
    .or(page.getByRole('textbox', { name: 'Target' }))
    .first();
  await choose(page, box, target);
  await page
    .getByRole('row', { name: /WALK-1/ })
    .first()
    .click();
  await page.keyboard.press('e');
  await page.getByRole('tab', { name: /^Mapping/ }).click();
}

const facilityOf = (page: Page) => page.locator('.job-kind').filter({ has: page.getByRole('heading', { name: 'Facility' }) });

test('a text is mapped for a second ATS without a connection, and stays as it was for the first one', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await openTargets(page, address);
  await connectCrelate(page, crelateAt, { autoMap: false, asksFirst: true });
  await openTab(page, 'Mapping');
  await expect(page.getByRole('switch', { name: 'Maps for itself' })).toBeChecked();

  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const dana = await context.newPage();
  await stageJobs(dana, address);
  await dana.goto(`${address}/mapfacility`);
  await synced(dana);
  await dana.getByLabel('Target').selectOption('Crelate');
  // The names are equal, so the suggestion is certain; nothing maps it by itself.
  await dana.getByText('Suggested ≥ 95%').click();
  await dana.getByText(text).first().click();
  await expect(dana.getByRole('heading', { name: text })).toBeVisible();
  await dana.evaluate(() => navigator.serviceWorker.ready);
  wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await expect(pill(dana, /Offline/)).toBeVisible({ timeout: 60_000 });
  await dana.keyboard.press('Enter');
  await expect(dana.getByText(new RegExp(`^${text} → ${text}`)).first()).toBeVisible();
  wire.set({ kind: 'open' });
  await context.setOffline(false);
  await synced(dana);

  await openMapping(dana, 'Crelate');
  await expect(facilityOf(dana).locator('p b')).toHaveText(text);
  await openMapping(dana, 'Bullhorn');
  await expect(facilityOf(dana).locator('p b')).toHaveText(text);
});
