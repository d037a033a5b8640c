import { expect, test } from 'playwright/test';
import { messages } from '#contract/kit/messages.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

/** Stores errors of the agency as a collection does. */
async function fail(times: number): Promise<void> {
  const db = openDatabase(behind.service.databaseUrl());
  const { id: customerId } = await db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', false)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const words = 'The vendor refused the password of <!channel>.';
  await noteError(db, { customerId, kind: 'sign_in', at: new Date(), times, about: 'Task “Careline”', words });
  await db.destroy();
}

test('an administrator adds an error alert, errors of the agency reach Slack, and the screen says what became of it', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/notificationconfigs`, 'provider');
  await page.getByRole('button', { name: 'Add error alert' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Error' }).fill('Sign-in');
  await page.getByRole('option', { name: '2 Sign-in refused' }).click();
  await dialog.getByRole('textbox', { name: /^Errors/ }).fill('5');
  await page.route('**/api/notificationconfigs', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await dialog.getByRole('button', { name: 'Add error alert' }).click();
  await expect(dialog.getByText(messages.alertNotAdded).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Add error alert' }).click();
  const row = page.getByRole('row', { name: /Sign-in refused/ });
  await expect(row).toContainText('0 of 5');
  await fail(7);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Silent, 0 more', { timeout: 2000 });
    await expect(page.getByText('1 sent, 0 waiting, 0 failed')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await looksWell(page, 'error-alerts');

  await row.getByRole('button', { name: /^Edit/ }).click();
  await looksWell(page, 'error-alert-form');
  await page.route('**/api/notificationconfigs/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await dialog.getByRole('textbox', { name: /^Errors/ }).fill('6');
  await dialog.getByRole('button', { name: 'Save error alert' }).click();
  await expect(dialog.getByText(messages.alertNotUpdated).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Save error alert' }).click();
  await expect(row).toContainText('0 of 6');

  await page.route('**/api/notificationconfigs/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  const remove = async () => {
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove error alert' }).click();
  };
  await remove();
  await expect(page.getByText(messages.alertNotRemoved)).toBeVisible();
  await remove();
  await expect(page.getByText('No error alerts yet')).toBeVisible();
});

test('a device that has never read the alerts says that they could not be read, and Slack’s settings send a test message', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/notificationconfigs/list', (route) => route.fulfill({ status: 500, json: {} }));
  await openSignedIn(page, `${behind.address}/notificationconfigs`, 'provider');
  await expect(page.getByText(messages.alertsNotRead)).toBeVisible();
  await page.goto(`${behind.address}/systemsettings`);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expect(page.getByText(/Slack took the test message in/)).toBeVisible();
  await looksWell(page, 'slack-settings');
});
