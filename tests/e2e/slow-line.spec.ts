import { expect, type Page, test } from 'playwright/test';
import { figure, openSignedIn, patience, pill, synced } from '../support/app-page.ts';
import type { Edit } from '../support/page-kit.ts';
import { putKit } from '../support/put-kit.ts';
import { startBehindWire } from '../support/start-behind.ts';

/** How often the test fills the outbox and sends it; the long form sets 20. */
const drains = Number(process.env['SLOW_DRAINS'] ?? 1);
const editCount = 500;
const mostSeconds = 30;

const behind = startBehindWire();

test(`${editCount} offline changes are sent within ${mostSeconds} s over a connection with 300 ms delay and 2 % loss`, {
  tag: '@long',
}, async ({ page, context }) => {
  test.setTimeout(240_000 + drains * 300_000);
  await openSignedIn(page, `${behind.address}/offline`, 'recruiter');
  await synced(page);
  await putKit(page);
  const seconds: number[] = [];
  for (let round = 0; round < drains; round++) {
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    // As when the user returns to the tab: it calls the service and finds that it is offline.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
    await edit(page, round);
    await expect(pill(page, new RegExp(`Offline.*${editCount} queued`))).toBeVisible({ timeout: 60_000 });

    behind.wire.set({ kind: 'slow', delayMs: 300, lossRate: 0.02 });
    const since = Date.now();
    await context.setOffline(false);
    await expect.poll(unsent(page), { timeout: 240_000, intervals: [250] }).toBe(0);
    seconds.push((Date.now() - since) / 1000);

    behind.wire.set({ kind: 'open' });
    await synced(page);
    // The sent changes came back with the rows; none was refused or is waiting.
    await expect.poll(() => page.evaluate(async () => (await window.kit.outbox()).length), { timeout: 60_000 }).toBe(0);
    expect(await page.evaluate(() => window.kit.acknowledged())).toBe(editCount * (round + 1));
  }
  figure(`${editCount} changes drained in ${seconds.map((s) => s.toFixed(1)).join(', ')} s`);
  expect(seconds.filter((s) => s > mostSeconds * patience)).toEqual([]);
});

const unsent = (page: Page) => () => page.evaluate(() => window.kit.unsent());

/** Edits enough rates of jobs, each with this round's value, and checks that all are saved on disk. */
async function edit(page: Page, round: number): Promise<void> {
  const jobs = await page.evaluate(async () => (await window.kit.jobs()).map(({ id }) => id));
  const fields = ['otRate', 'localRate', 'billRate'] as const;
  const edits: Edit[] = fields.flatMap((field) => jobs.map((id) => ({ id, field, value: 100 + round })));
  const answers = await page.evaluate((edits) => window.kit.edit(edits), edits.slice(0, editCount));
  expect(answers.filter((answer) => answer.saved)).toHaveLength(editCount);
}
