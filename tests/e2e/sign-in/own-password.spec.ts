import { expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { runOn } from '../../support/engine/test-engine.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const fresh = 'copper-Lantern-58-harbor';
const [name, password] = demo.recruiter;

async function change(page: Page, current: string, password: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${behind.address}/login`);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an expired password leads to a new one and nowhere else', { tag: '@long' }, async ({ page }) => {
  await runOn(behind.service.databaseUrl(), `update sign_in set expired = true where email = '${name}'`);
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 428 && refused.push(new URL(response.url()).pathname));
  await signIn(page);
  const gate = page.getByRole('dialog', { name: 'Choose a new password' });
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.reload();
  await expect(gate).toBeVisible();
  await change(page, password, 'Password2026!');
  await expect(page.getByText('Add more words that are less common.')).toBeVisible();
  await change(page, password, fresh);
  await expect(gate).toBeHidden();
  await synced(page);
  // The gate asked for nothing but the list of customers, which the service refused.
  expect(new Set(refused)).toEqual(new Set(['/api/customers']));
});

test('a user changes the own password: a wrong one is refused at its field, other sessions end, and this one goes on', {
  tag: '@long',
}, async ({ page, browser }) => {
  const other = await browser.newPage();
  await openSignedIn(other, `${behind.address}/preferences`, 'administrator');
  await openSignedIn(page, `${behind.address}/preferences`, 'administrator');
  await synced(page);
  await change(page, 'not my password', fresh);
  await expect(page.getByText('This is not your password')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(fresh);
  await change(page, demo.administrator[1], fresh);
  await expect(page.getByText('Your other sessions have ended.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await page.reload();
  await synced(page);
  await other.reload();
  await expect(other.getByLabel('User name')).toBeVisible();
  await other.close();
});

test('a reset link that has expired offers a new one', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${behind.address}/reset/expired-link`);
  await expect(page.getByRole('alert')).toHaveText('Reset token has expired. Please try again');
  await page.getByRole('button', { name: 'Send a new link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await dialog.getByLabel('Email').fill(name);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByRole('status')).toContainText('we sent a link to set a new password');
});
