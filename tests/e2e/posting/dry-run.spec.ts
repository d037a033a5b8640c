import { expect, type Page, test } from 'playwright/test';
import { getPostData } from '#contract/staging/staging.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 1000 } });

/** A job of the demo that may be posted to its Bullhorn. */
async function postableJob(): Promise<number> {
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  const listed = await api.call(listStaging, { cust: 'me', targetId: 1, pageSize: 200, page: 1, sourceId: -1, all: 1 });
  const ids = listed.map(({ id }) => id);
  const verdicts = await api.call(getPostData, { cust: 'me', targetId: 1, ids });
  return verdicts.find(({ ok }) => ok)?.id ?? 0;
}

const mode = (page: Page) => page.getByRole('region', { name: 'Posting', exact: true });
const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

test('a dry run checks a job and sends nothing; going live posts it once, and it is read back', async ({ page }) => {
  const id = await postableJob();
  await openSignedIn(page, `${behind.address}/targetconfig/1?tab=posting`, 'administrator');
  await synced(page);
  await mode(page).getByRole('button', { name: 'Start a dry run' }).click();
  await expect(mode(page).getByText('Dry run.', { exact: true })).toBeVisible();

  await page.goto(`${behind.address}/staging?view=all&open=job:${id}#Posting`);
  await page.getByRole('button', { name: 'Check (dry run)' }).click();
  await page.getByRole('button', { name: 'Check 1 job' }).click();
  await expect(page.getByText('1 job checked in a dry run: nothing was sent to Bullhorn')).toBeVisible({ timeout: 30_000 });
  await page.goto(`${behind.address}/staging?view=all&open=job:${id}#Posting`);
  await expect(receipt(page).getByText(/^Dry run: \d+ fields, none would be refused\. Nothing was sent\.$/)).toBeVisible();
  expect(behind.service.jobOrders()).toEqual([]);

  await page.goto(`${behind.address}/targetconfig/1?tab=posting`);
  await mode(page).getByRole('button', { name: 'Go live…' }).click();
  await page.getByRole('button', { name: 'Go live and post 1 job' }).click();
  await expect(mode(page).getByText('Live.', { exact: true })).toBeVisible();

  await page.goto(`${behind.address}/staging?view=all&open=job:${id}#Posting`);
  await expect(receipt(page).getByText('Bullhorn holds what was sent.')).toBeVisible({ timeout: 30_000 });
  expect(behind.service.jobOrders()).toHaveLength(1);
  await page.getByText('Post', { exact: true }).and(page.locator('summary b')).click();
  await expect(page.getByRole('row', { name: /^Title / }).first()).toBeVisible();
});
