import { Secret, TOTP } from 'otpauth';
import { type CDPSession, expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { confirmIdentity, openSignedIn, pill, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const card = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const localhost = () => behind.address.replace('127.0.0.1', 'localhost');

/** Waits for the next step of 30 s if this one is nearly over: a code of the step before it would be too old when it arrives. */
async function stepGoesOn(page: Page): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 12_000) await page.waitForTimeout(left);
}

/** Signs out and enters name and password again. */
async function passwordAgain(page: Page, person: keyof typeof demo): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const [name, password] = demo[person];
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('an authenticator app is set up, asked for at the next sign-in, and replaced by a recovery code', { tag: '@long' }, async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/preferences`, 'recruiter');
  await synced(page);
  await expect(card(page).getByText('is a number. Open Jobdock at http://localhost')).toBeVisible();
  await card(page).getByRole('button', { name: 'Set up an app' }).click();
  await confirmIdentity(page, 'recruiter');
  const secret = (await card(page).locator('code').innerText()).replaceAll(' ', '');
  await expect(card(page).getByLabel('6-digit code')).toBeFocused();
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await card(page).getByLabel('6-digit code').fill('000000');
  await card(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(card(page).getByText('This code does not fit.')).toBeVisible();
  // An earlier step, so that the current one is still unused at the sign-in.
  await stepGoesOn(page);
  await card(page).getByLabel('6-digit code').fill(code(-1));
  await card(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(card(page).getByRole('listitem')).toHaveCount(10);
  const codes = await card(page).getByRole('listitem').allInnerTexts();
  await card(page).getByRole('button', { name: 'I saved them' }).click();
  await expect(card(page).getByText('10 of 10 left.')).toBeVisible();

  await passwordAgain(page, 'recruiter');
  const field = page.getByLabel('6-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill('12 34');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the 6 digits')).toBeVisible();
  await field.fill(code(0));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });

  await passwordAgain(page, 'recruiter');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });
  await page.goto(`${behind.address}/preferences`);
  await expect(card(page).getByText('9 of 10 left.')).toBeVisible();
});

/** An authenticator of the browser that confirms without a person. */
async function virtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('on localhost a passkey is added, signs in, confirms a change, is renamed and removed', async ({ page }) => {
  await virtualAuthenticator(page);
  await openSignedIn(page, `${localhost()}/preferences`, 'administrator');
  await synced(page);
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await card(page).getByLabel('Name of the passkey').fill('Work laptop');
  await card(page).getByRole('button', { name: 'Create passkey' }).click();
  await confirmIdentity(page, 'administrator');
  await expect(card(page).getByRole('region', { name: 'Recovery codes' })).toBeVisible();
  await card(page).getByRole('button', { name: 'I saved them' }).click();
  await expect(card(page).getByText('Work laptop')).toBeVisible();

  await passwordAgain(page, 'administrator');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });

  await page.goto(`${localhost()}/preferences`);
  await card(page).getByRole('button', { name: 'Rename Work laptop' }).click();
  await card(page).getByLabel('Name of the passkey').fill('Old laptop');
  await card(page).getByRole('button', { name: 'Save name' }).click();
  await card(page).getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(card(page).getByText('Old laptop')).toBeHidden();
});

test('the question who it is keeps what was typed: dismissed, refused and answered', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/systemSettings`, 'provider');
  await synced(page);
  await expect(page.getByText('In this demo')).toBeVisible();
  const url = 'https://api.example.com/v1';
  await page.getByLabel(/^Endpoint URL/).fill(url);
  await page.getByLabel(/^Model/).fill('small-2');
  await page.getByLabel('API key').fill('a-key-of-the-test');
  const save = page.getByRole('button', { name: 'Save AI settings' });
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await save.click();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('you did not confirm that it is you').first()).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue('a-key-of-the-test');
  await save.click();
  await question.getByLabel('Password', { exact: true }).fill('wrong');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('This is not your password')).toBeVisible();
  await confirmIdentity(page, 'provider');
  await expect(page.getByText('A value is stored, encrypted.')).toBeVisible();
  await expect(page.getByLabel(/^Endpoint URL/)).toHaveValue(url);
});

test('a user of whom a second factor is required adds it before anything else', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/preferences`, 'provider');
  await synced(page);
  await card(page)
    .getByRole('switch', { name: /^Require a second factor/ })
    .click();
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await confirmIdentity(page, 'provider');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(pill(page, /Sync/)).toBeHidden();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.locator('code').or(page.getByRole('dialog'))).toBeVisible();
  if (await page.getByRole('dialog').isVisible()) await confirmIdentity(page, 'provider');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });
});
