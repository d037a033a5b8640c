import { expect, test } from 'playwright/test';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { confirmIdentity, openSignedIn } from '../../support/app-page.ts';
import { openMoveForm } from '../../support/open-form.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const child = /Bayside Travel Nurses/;

/** Names of the tasks of a customer, as the service lists them. */
async function tasksOf(customer: RegExp): Promise<string[]> {
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.provider);
  const { tasks } = await api.call(readCustomerWork, { cust: -1 });
  return tasks.rows.filter((task) => customer.test(task.customer)).map(({ name }) => name);
}

test('a source moves to a child after a preview, its jobs are the child’s, and the undo brings it back', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const { address } = behind;
  await openSignedIn(page, `${address}/link`, 'provider');
  await openMoveForm(page);
  const form = page.getByRole('dialog', { name: /^Move sources to Bayside/ });
  await form.getByRole('checkbox', { name: 'Medloop' }).check();
  await expect(form.getByRole('status')).toContainText(/^1 task, \d+ jobs, .* move\./);
  await form.getByRole('button', { name: 'Move 1 source' }).click();
  await confirmIdentity(page, 'provider');

  const move = page.getByRole('row', { name: child });
  await expect(move).toContainText('1 source moved to Bayside Travel Nurses', { timeout: 30_000 });
  expect([await tasksOf(/Bayside/), await tasksOf(/Harborview/)]).toEqual([['Medloop'], expect.not.arrayContaining(['Medloop'])]);

  await move.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 source' }).click();
  await expect(move).toContainText('1 source moved back to Harborview Staffing', { timeout: 30_000 });
  await expect(move.getByRole('button', { name: /^Undo/ })).toBeHidden();
  expect(await tasksOf(/Bayside/)).toEqual([]);
});
