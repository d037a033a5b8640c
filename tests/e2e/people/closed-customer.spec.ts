import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { removeCustomer } from '#contract/people/account.ts';
import { listCustomers } from '#contract/people/customers.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// The page stays open while it is offline.
test.use({ serviceWorkers: 'block' });

const agency = 'Harborview Staffing';
const [name, password] = demo.recruiter;

/** Deletes the agency, as an administrator of the provider. */
async function deleteAgency(): Promise<void> {
  const [provider, key] = demo.provider;
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(provider, key);
  await api.confirm(key);
  const cust = (await api.call(listCustomers, {})).find((one) => one.name === agency)?.id ?? 0;
  await api.call(removeCustomer, { cust, name: agency });
}

/** What a click saves as a file. */
async function exportedBy(page: Page, click: () => Promise<void>): Promise<unknown> {
  const file = page.waitForEvent('download');
  await click();
  return JSON.parse(await readFile(await (await file).path(), 'utf8'));
}

test('a device exports the unsent changes of a customer that was deleted', { tag: '@long' }, async ({ page, context }) => {
  await openSignedIn(page, `${behind.address}/staging`, 'recruiter');
  await synced(page);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('gridcell').getByRole('checkbox').first().click();
  await page.getByRole('toolbar').getByRole('button', { name: /^Hold/ }).click();
  await expect(page.getByText(/1 job held/).first()).toBeVisible();

  await deleteAgency();
  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  // No one of the agency can sign in, whatever the password.
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('1 unsent change is locked on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Export unsent changes…' }).click();
  const form = page.getByRole('dialog', { name: 'Export unsent changes' });
  await form.getByLabel('User name').fill(name);
  await form.getByLabel('Password', { exact: true }).fill('wrong');
  await form.getByRole('button', { name: 'Export changes' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await expect(form.getByLabel('User name')).toHaveValue(name);
  await form.getByLabel('Password', { exact: true }).fill(password);
  const byPassword = await exportedBy(page, () => form.getByRole('button', { name: 'Export changes' }).click());
  expect(byPassword).toMatchObject([{ customer: agency, outbox: [{}] }]);
  await expect(page.getByText('1 change exported')).toBeVisible();

  // A person without a password confirms at the agency's provider instead.
  await page.getByRole('button', { name: 'Export unsent changes…' }).click();
  await form.getByRole('button', { name: `Confirm at ${agency}’s sign-on` }).click();
  await page.getByRole('button', { name: 'Sign in as Ann Reyes' }).click();
  await expect(page.getByText(`1 change of ${agency} can be saved as a file.`)).toBeVisible();
  const atProvider = await exportedBy(page, () => page.getByRole('button', { name: 'Save the file' }).click());
  expect(atProvider).toEqual(byPassword);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
});
