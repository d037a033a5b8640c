import { expect, type Page, test } from 'playwright/test';
import { getRole } from '#contract/people/users.ts';
import { sendHello } from '#contract/sync/sync.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { confirmIdentity, openSignedIn, synced } from '../support/app-page.ts';
import { crudSpec, settingSpec, visit } from '../support/crud-spec.ts';
import { startBehindWire } from '../support/start-behind.ts';
import { ofTheAgency, ofTheProvider, readings, settings } from './crud-nouns.ts';

// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

async function open(page: Page, person: keyof typeof demo): Promise<void> {
  await openSignedIn(page, `${behind.address}/dashboard`, person);
  await synced(page);
}

test('the agency’s administrator adds, edits, removes and restores rows; a refused form keeps its values', async ({ page }) => {
  await open(page, 'administrator');
  for (const noun of ofTheAgency) await test.step(noun.noun, () => crudSpec(page, noun));
  for (const setting of settings) await test.step(setting.noun, () => settingSpec(page, setting));
  for (const { noun, screen, shows } of readings)
    await test.step(noun, async () => {
      await visit(page, screen);
      await expect(page.locator('main').getByText(shows).first()).toBeVisible();
    });
  // The service has accepted every change.
  await synced(page);
});

test('the provider’s administrator adds and edits rows on a customer without rows, and must confirm before a device is revoked', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'provider');
  for (const noun of ofTheProvider) await test.step(noun.noun, () => crudSpec(page, noun));
  await synced(page);
  await test.step('sync/devices', () => revokes(page));
});

/** Adds a second device of the provider, cancels the first dialog to revoke it, and confirms the second. */
async function revokes(page: Page): Promise<void> {
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.provider);
  const { customerId } = await api.call(getRole, {});
  await api.call(sendHello, {
    protocol: 1,
    clientId: 'walk-device-0000000000',
    customerId,
    deviceLabel: 'Walk tablet',
    appVersion: 'test',
    unsent: 0,
    oldestUnsentAt: null,
    persisted: false,
  });
  await visit(page, '/devices');
  const row = page.getByRole('group', { name: 'Devices', exact: true }).getByRole('row').filter({ hasText: 'Walk tablet' });
  const revoke = row.getByRole('button', { name: /^Revoke / });
  await revoke.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await revoke.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke device' }).click();
  await confirmIdentity(page, 'provider');
  await expect(revoke).toBeHidden();
}
