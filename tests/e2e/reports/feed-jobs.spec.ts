import { expect, type Page, test } from 'playwright/test';
import { reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { holdJobs } from '#contract/staging/staging.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ viewport: { width: 1440, height: 900 } });

const choose = async (page: Page, filter: string, choice: string) => {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
};
/** The cells of the first row, by the names of their columns. */
async function firstRow(page: Page): Promise<Record<string, string>> {
  const heads = await page.locator('main thead .rows-sort').allInnerTexts();
  const cells = await page.locator('main tbody tr').first().locator('th, td').allInnerTexts();
  return Object.fromEntries(heads.map((name, at) => [name.replace(/ [↑↓]$/, '').trim(), cells[at] ?? '']));
}

test('a held job is not in the feed and says why, the others have their elements, and the last answer opens offline', {
  tag: '@long',
}, async ({ page, context }) => {
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  const { rows } = await api.call(reportFeedJobs, { cust: 'me', listed: 'yes', pageSize: 1 });
  const [listed] = rows;
  if (!listed) throw new Error('the feed of the demo agency lists no job');
  await api.call(holdJobs, { cust: 'me', targetId: listed.targetId, ids: [listed.jobId] });

  await openSignedIn(page, `${behind.address}/report_xmljobs?listed=no&reason=on_hold`, 'administrator');
  await expect.poll(() => firstRow(page)).toMatchObject({ Job: listed.providerJobId, 'In the feed': 'No' });
  expect((await firstRow(page))['Why it is not in the feed']).toContain('The job is on hold: release it first.');
  await expect(page.locator('main').getByRole('link', { name: 'Job board feed' }).first()).toHaveAttribute(
    'href',
    /^\/targetconfig\/\d+$/,
  );

  await page.getByRole('button', { name: 'Remove the filter Reason: On hold' }).click();
  await choose(page, 'Listing', 'In the feed');
  await expect.poll(() => firstRow(page)).toMatchObject({ 'In the feed': 'Yes', Feed: 'Job board feed' });
  expect((await firstRow(page))['Reference']).toMatch(/^[0-9a-f]{32}$/);

  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await page.reload();
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => firstRow(page)).toMatchObject({ 'In the feed': 'Yes' });
  await expect(page.getByText(/As of/).first()).toBeVisible();
});
