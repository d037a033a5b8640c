import { type APIRequestContext, expect, type Locator, type Page, test } from 'playwright/test';
import { demo } from './api-client.ts';

/** Fills in the sign-in form of the page. */
async function fillSignIn(page: Page, person: keyof typeof demo): Promise<void> {
  const [name, password] = demo[person];
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The pill in the header that shows the sync state. */
export const pill = (page: Page, words: string | RegExp): Locator => page.locator('header').getByRole('button', { name: words });

/** Waits until this device is synced. */
export const synced = (page: Page): Promise<void> => expect(pill(page, /Synced/)).toBeVisible({ timeout: 60_000 });

/**
 * Gives a browser that no one has used a session, without its sign-in form: the app's start is most of what a test costs. False if
 * the service asks for more than a password.
 */
async function signInNewBrowser(page: Page, address: string, person: keyof typeof demo): Promise<boolean> {
  const [username, password] = demo[person];
  const { origin } = new URL(address);
  const answer = await page.request.post(`${origin}/auth/login`, { form: { username, password }, headers: { origin } });
  if (!answer.ok()) return false;
  // Any page of the origin, to reach its storage. The app asks for the session as after an update: someone was here.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate(() => localStorage.setItem('jobdock:last-person', '{}'));
  return true;
}

/** Opens an address of the app, and signs in if the browser's session has ended. Returns true if it had to sign in. */
export async function openSignedIn(page: Page, address: string, person: keyof typeof demo): Promise<boolean> {
  const isNew = page.url() === 'about:blank' && (await page.context().cookies(address)).length === 0;
  if (isNew && (await signInNewBrowser(page, address, person))) {
    await page.goto(address);
    await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });
    return true;
  }
  const known = () => pill(page, /Synced|Offline|waiting|need|Update to continue/);
  const judged = page
    .waitForResponse((response) => response.url().endsWith('/tokenrefresh') && response.status() < 500, { timeout: 10_000 })
    .then((response) => response.ok())
    // Without an answer from the service, the device decides: it shows its sync state or the form. A slow machine may show
    // neither yet.
    .catch(() =>
      known()
        .first()
        .waitFor({ timeout: 0 })
        .then(() => true),
    );
  await page.goto(address);
  const form = page.getByLabel('User name');
  const header = page.locator('header').first();
  await expect(form.or(header).first()).toBeVisible({ timeout: 60_000 });
  // The device opens for a known user and asks the service in parallel. A refusal arrives a moment later.
  await expect(known().or(form).first()).toBeVisible({ timeout: 60_000 });
  const isKnown = await Promise.race([judged, form.waitFor({ timeout: 0 }).then(() => false), synced(page).then(() => true)]);
  if (isKnown) return false;
  await expect(form).toBeVisible({ timeout: 60_000 });
  await fillSignIn(page, person);
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });
  await page.goto(address);
  return true;
}

/** Answers the question who uses the page, for a person without a second factor. */
export async function confirmIdentity(page: Page, person: keyof typeof demo): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Password', { exact: true }).fill(demo[person][1]);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.waitFor({ state: 'hidden' });
}

/** Authorizes the FreshBooks of the demo from the system settings, on its own page. */
export async function authorizeOnPage(page: Page): Promise<void> {
  const part = page.getByRole('region', { name: 'FreshBooks' });
  await part.getByRole('button', { name: /^Authorize/ }).click();
  await confirmIdentity(page, 'provider');
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByText('FreshBooks authorized')).toBeVisible();
  await expect(page).toHaveURL(/\/systemsettings$/);
  await expect(part.getByText(/mirrored in the books of Jobdock/)).toBeVisible();
}

/** Reports a measurement in the test report and on the console. */
export function figure(sentence: string): void {
  test.info().annotations.push({ type: 'figure', description: sentence });
  console.log(sentence);
}

/** Time limits are multiplied by this factor, for slow machines. Use 1 to measure real times. */
export const patience = Number(process.env['PATIENCE'] ?? 5);

/** The administrator of the demo agency uploads jobs as CSV, from another device. The source is new, or one that exists. */
export async function uploadJobs(request: APIRequestContext, address: string, text: string, source = 'Arrivals'): Promise<void> {
  const [username, password] = demo.administrator;
  const signedIn = await request.post(`${address}/auth/login`, { data: { username, password } });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const file = { name: 'arrivals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  const read = await request.post(`${address}/api/upload/jobs/me`, { headers, multipart: { file } });
  const data = { file: ((await read.json()) as { file: string }).file, source };
  const staged = await request.post(`${address}/api/upload/jobs/commit/me`, { headers, data });
  if (!staged.ok()) throw new Error(`The upload was refused: ${await staged.text()}`);
}

/** Pastes text onto the element with the focus, as Ctrl+V does. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
