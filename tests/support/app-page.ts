import { expect, type Locator, type Page, test } from 'playwright/test';
import { demo } from './api-client.ts';

/** Fills the sign-in form that the page shows. */
async function fillSignIn(page: Page, person: keyof typeof demo): Promise<void> {
  const [name, password] = demo[person];
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The pill in the header that says how the device stands with the service. */
export const pill = (page: Page, words: string | RegExp): Locator => page.locator('header').getByRole('button', { name: words });

/** Waits until everything here is as the service has it. */
export const synced = (page: Page): Promise<void> => expect(pill(page, /Synced/)).toBeVisible({ timeout: 60_000 });

/** Opens an address of the app; signs in where the browser's session did not outlive what happened to it. True: it had to. */
export async function openSignedIn(page: Page, address: string, person: keyof typeof demo): Promise<boolean> {
  const known = () => pill(page, /Synced|Offline|waiting|need|Update to continue/);
  const judged = page
    .waitForResponse((response) => response.url().endsWith('/tokenrefresh') && response.status() < 500, { timeout: 10_000 })
    .then((response) => response.ok())
    // Without an answer the device decides: it shows its state, or the form. A busy machine may not have shown either by now.
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
  // The device opens for whom it knows and asks the service beside that: a no comes a moment later.
  await expect(known().or(form).first()).toBeVisible({ timeout: 60_000 });
  const isKnown = await Promise.race([judged, form.waitFor({ timeout: 0 }).then(() => false), synced(page).then(() => true)]);
  if (isKnown) return false;
  await expect(form).toBeVisible({ timeout: 60_000 });
  await fillSignIn(page, person);
  await expect(pill(page, /Sync/)).toBeVisible({ timeout: 60_000 });
  await page.goto(address);
  return true;
}

/** Says what a test has measured, in its report and on the screen. */
export function figure(sentence: string): void {
  test.info().annotations.push({ type: 'figure', description: sentence });
  console.log(sentence);
}

/** How many times as long as on a quiet machine something may take; 1 where the figure itself is wanted. */
export const patience = Number(process.env['PATIENCE'] ?? 5);
