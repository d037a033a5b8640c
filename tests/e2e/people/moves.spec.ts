import { expect, type Page, test } from 'playwright/test';
import { confirmIdentity, openSignedIn } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const child = /Bayside Travel Nurses/;

async function choose(page: Page, label: RegExp, typed: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(typed);
  await page.keyboard.press('Enter');
}

test('a source moves to a child after a preview, its jobs are the child’s, and the undo brings it back', async ({ page }) => {
  test.setTimeout(120_000);
  const { address } = behind;
  await openSignedIn(page, `${address}/link`, 'provider');
  await page.getByRole('button', { name: 'Link customers' }).click();
  await choose(page, /Parent/, 'Harborview');
  await choose(page, /Child/, 'Bayside');
  await page.getByRole('dialog').getByRole('button', { name: 'Link customers' }).click();

  const link = page.getByRole('row', { name: child });
  await link.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: /^Move sources to child/ }).click();
  const form = page.getByRole('dialog', { name: /^Move sources to Bayside/ });
  await form.getByRole('checkbox', { name: 'Medloop' }).check();
  const words = await form.getByRole('status').innerText();
  const [, jobs] = /^1 task, (\d+) jobs, .* move\.$/.exec(words) ?? [];
  expect(Number(jobs), words).toBeGreaterThan(0);
  await form.getByRole('button', { name: 'Move 1 source' }).click();
  await confirmIdentity(page, 'provider');

  const move = page.getByRole('row', { name: child });
  await expect(move).toContainText('1 source moved to Bayside Travel Nurses', { timeout: 30_000 });
  await page.goto(`${address}/board`);
  const counted = page.getByRole('row', { name: child });
  await expect(counted).toBeVisible();
  await expect(counted).toContainText(jobs ?? '');

  await page.goto(`${address}/link?tab=moves`);
  await move.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 source' }).click();
  await expect(move).toContainText('1 source moved back to Harborview Staffing', { timeout: 30_000 });
  await expect(move.getByRole('button', { name: /^Undo/ })).toBeHidden();
});
