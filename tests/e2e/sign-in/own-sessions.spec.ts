import { expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

test('sessions ended elsewhere lose access, and their pages ask to sign in', async ({ page, browser }) => {
  const preferences = `${behind.address}/preferences`;
  const [second, third] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [laptop, phone] = [await second.newPage(), await third.newPage()];
  await openSignedIn(laptop, `${behind.address}/staging`, 'administrator');
  await openSignedIn(phone, `${behind.address}/dashboard`, 'administrator');
  await openSignedIn(page, preferences, 'administrator');
  await synced(page);
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions.first()).toContainText('Chrome on Linux');

  // The oldest of the others is the laptop's.
  await page
    .getByRole('button', { name: /^End session/ })
    .last()
    .click();
  await expect(sessions).toHaveCount(2);
  const said = 'Your session ended. Sign in to continue.';
  await expect(laptop.getByText(said)).toBeVisible({ timeout: 90_000 });

  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('1 session ended')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await phone.reload();
  await expect(phone.getByLabel('User name')).toBeVisible();
  await page.reload();
  await synced(page);
  await Promise.all([second.close(), third.close()]);
});

test('a sign-in replaces the session that this browser had before', { tag: '@long' }, async ({ page }) => {
  const preferences = `${behind.address}/preferences`;
  await openSignedIn(page, preferences, 'recruiter');
  await synced(page);
  // Sign-in without a sign-out, as after the app's data was cleared.
  const other = await page.request.post(`${behind.address}/auth/login`, {
    form: { username: demo.recruiter[0], password: demo.recruiter[1] },
    headers: { origin: behind.address },
  });
  expect(other.ok()).toBe(true);
  await page.reload();
  await synced(page);
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
});

test('after a wrong password the right one signs in at once: the device solves the human check by itself', {
  tag: '@long',
}, async ({ page, browser }) => {
  const [name, password] = demo.recruiter;
  const enter = async (at: Page, typed: string) => {
    await at.getByLabel('User name').fill(name);
    await at.getByLabel('Password', { exact: true }).fill(typed);
    await at.getByLabel('Password', { exact: true }).press('Enter');
  };
  await page.goto(`${behind.address}/login`);
  await enter(page, 'not my password');
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  // Another browser knows nothing of the wrong password before its first try.
  const other = await browser.newContext({ serviceWorkers: 'block' });
  const laptop = await other.newPage();
  await laptop.goto(`${behind.address}/login`);
  await enter(laptop, password);
  await synced(laptop);
  await other.close();
});

test('a first visit writes no error to the console', { tag: '@long' }, async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(behind.address);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
});
