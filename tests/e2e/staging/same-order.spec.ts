import { expect, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

test('a person chooses between two sources of one order by keyboard and without a connection, and undoes it', {
  tag: '@long',
}, async ({ page, context }) => {
  await openSignedIn(page, `${behind.address}/staging?view=all`, 'recruiter');
  await synced(page);
  const grid = page.getByRole('treegrid', { name: 'Staged jobs' });
  const status = page.locator('.jg-status [role=status]');
  await expect(status).toHaveText(/ rows/);
  // The grid may show its rows before it hears keys.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder(/Search, or ask/)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('is:choose');
  await page.keyboard.press('Enter');
  // Nightingale resells some orders of Medloop.
  await expect(status).toHaveText(/^\d+ of /);
  const before = Number((await status.innerText()).match(/^\d+/)?.[0]);
  expect(before).toBeGreaterThanOrEqual(4);
  const waiting = (count: number) => expect(status).toHaveText(new RegExp(`^${count} of `));

  await context.setOffline(true);
  await grid.locator('[data-row="0"] [data-col="2"]').click();
  await page.keyboard.press('e');
  const compare = page.getByRole('button', { name: 'Compare…' });
  await compare.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /and the same order at other sources$/ });
  await expect(dialog.getByRole('row', { name: /^Bill rate ≠ differs/ })).toBeVisible();
  await expect(dialog).toContainText('Same order number');
  await dialog.getByRole('button', { name: 'These are different orders' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await waiting(before - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waiting(before);

  await compare.click();
  await dialog.getByRole('button', { name: /^Post this one: Medloop/ }).click();
  await expect(page.getByText('Post 1 job to Bullhorn').first()).toBeVisible();
  await waiting(before - 2);
});
