import { expect, type Page, test } from 'playwright/test';
import type { Screen } from '#src/ui/screen/screen.ts';
import { openSignedIn, pill, synced } from '../support/app-page.ts';
import { goTo, samplesFor, titleProblem } from '../support/every-screen.ts';
import { shareBehindWire } from '../support/start-behind.ts';

test.describe.configure({ mode: 'parallel' });

const behind = shareBehindWire();

/** Every how many screens one is loaded by its URL in the short form; a link leads to the others. The long form loads each. */
const loadEvery = Number(process.env['SCREENS_LOAD_EVERY'] ?? 10);

/** The error that a screen shows instead of its content, or its wrong title; null if the screen is fine. */
async function problemOf(page: Page, screen: Screen): Promise<string | null> {
  const shown = page.locator(`main[data-screen="${screen.id}"] #page-title`);
  const broken = page.getByRole('heading', { name: / could not be shown$/ });
  await expect(shown.or(broken).first(), screen.id).toBeVisible({ timeout: 30_000 });
  if (await broken.isVisible()) return broken.innerText();
  // The title of the tab follows the screen's.
  const isRight = async () => (await titleProblem(page, screen)) === null;
  await expect
    .poll(isRight)
    .toBe(true)
    .catch(() => undefined);
  return titleProblem(page, screen);
}

for (const person of ['administrator', 'provider'] as const) {
  // A provider's screens open offline in the same way.
  test(`every screen of the ${person} opens offline`, { tag: person === 'provider' ? '@long' : [] }, async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000);
    // The other test of this file may have cut it.
    behind.wire.set({ kind: 'open' });
    await openSignedIn(page, `${behind.address}/dashboard`, person);
    await synced(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    const problems: string[] = [];
    for (const [nth, { screen, path }] of samplesFor(person).entries()) {
      if (nth % loadEvery === 0) await page.goto(behind.address + path);
      else await goTo(page, path);
      const problem = await problemOf(page, screen);
      if (problem !== null) problems.push(`${path} ${problem}`);
    }
    expect(problems).toEqual([]);
    await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  });
}

/** The names of customers in the drafts that this device has stored. */
const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const names: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      if (db.objectStoreNames.contains('drafts')) {
        const drafts = (await done(db.transaction('drafts').objectStore('drafts').getAll())) as {
          value: { typed: { name: string } };
        }[];
        names.push(...drafts.map(({ value }) => value.typed.name));
      }
      db.close();
    }
    return names;
  });

test('the account opens offline: what is typed there is checked, survives a reload, and is saved with the next connection', {
  tag: '@long',
}, async ({ page, context }) => {
  test.setTimeout(180_000);
  behind.wire.set({ kind: 'open' });
  // Leaving what is not saved asks first.
  page.on('dialog', (dialog) => void dialog.accept());
  const path = `${behind.address}/account`;
  await openSignedIn(page, path, 'administrator');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const email = page.getByLabel('Email (required)');
  await expect(email).toHaveValue(/@/);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await page.goto(path);
  const name = page.getByLabel('Name (required)');
  await expect(name).toHaveValue('Harborview Staffing');
  await expect(page.getByRole('status').filter({ hasText: 'As of' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Time zone/ })).toHaveValue('America/New York');
  await expect(email).toHaveCount(0);
  await name.fill(' ');
  await name.blur();
  await expect(page.getByText('Write the name of the customer')).toBeVisible();
  await name.fill('Harborview Staffing Group');
  await name.blur();
  await expect(page.getByText('Write the name of the customer')).toHaveCount(0);
  await expect(page.getByText('Saving needs a connection. What you wrote stays here.')).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual(['Harborview Staffing Group']);
  await page.goto(path);
  await expect(page.getByText(/What you wrote here .+ is not saved yet/)).toBeVisible();
  await expect(name).toHaveValue('Harborview Staffing Group');

  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('button', { name: 'Save account' }).click({ timeout: 60_000 });
  await expect(page.getByText('Client is saved.')).toBeVisible();
  await expect(email).toHaveValue(/@/);
  await expect(name).toHaveValue('Harborview Staffing Group');
  await page.goto(path);
  await expect(email).toHaveValue(/@/);
  await expect(name).toHaveValue('Harborview Staffing Group');
  await expect(page.getByText(/is not saved yet/)).toHaveCount(0);
});
