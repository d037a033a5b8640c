import { expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { synced } from '../../support/app-page.ts';
import { shareBehindWire } from '../../support/start-behind.ts';

const behind = shareBehindWire();
test.use({ serviceWorkers: 'block' });

/** Holds a part of the code back. Returns what lets it through. */
async function holdCode(page: Page, chunk: 'start-app' | 'sign-in'): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Waits until the browser has painted the page, which it does once the styles are there. */
const painted = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

/** Where the form's parts stand, and their colors. */
const formOf = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('h1, label, input, [type=submit], .session-harbour p, .link-button')];
    return parts
      .filter((part) => part.getClientRects().length > 0)
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { color, backgroundColor, borderColor, font } = getComputedStyle(part);
        return [part.tagName, part.textContent, [x, y, width, height].map(Math.round), color, backgroundColor, borderColor, font];
      });
  });

for (const { width, colorScheme } of [
  { width: 1440, colorScheme: 'dark' } as const,
  { width: 390, colorScheme: 'light' } as const,
]) {
  test(`the sign-in form of the first paint is the app’s own, ${width} pixels wide, ${colorScheme}`, async ({ browser }) => {
    const look = { viewport: { width, height: 844 }, colorScheme, reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ ...look, serviceWorkers: 'block' });
    const page = await context.newPage();
    const release = await holdCode(page, 'start-app');
    await page.goto(behind.address, { waitUntil: 'commit' });
    await painted(page);
    await expect(page.locator('#first-paint').getByRole('button', { name: 'Sign in' })).toBeVisible();
    const first = await formOf(page);
    release();
    await expect(page.locator('#first-paint')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(first.length).toBeGreaterThan(5);
    expect(await formOf(page)).toEqual(first);
    await context.close();
  });
}

test('what is typed and sent before the app’s code has loaded signs in', async ({ page }) => {
  const [username, password] = demo.recruiter;
  const releaseApp = await holdCode(page, 'start-app');
  const releaseScreen = await holdCode(page, 'sign-in');
  await page.goto(`${behind.address}/staging`, { waitUntil: 'commit' });
  await page.getByLabel('User name').fill(username);
  // The app runs, but its sign-in screen is still on its way.
  const asked = page.waitForRequest('**/assets/sign-in-*.js');
  releaseApp();
  await asked;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.getByLabel('Password', { exact: true }).fill(password);
  releaseScreen();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByLabel('User name')).toHaveValue(username);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.unrouteAll();
  const releaseAgain = await holdCode(page, 'start-app');
  await page.goto(`${behind.address}/staging`, { waitUntil: 'commit' });
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  releaseAgain();
  await synced(page);
  await expect(page).toHaveURL(/\/staging/);
});

test('“Forgot password?” before the app’s code has loaded opens its dialog', { tag: '@long' }, async ({ page }) => {
  const release = await holdCode(page, 'start-app');
  await page.goto(behind.address, { waitUntil: 'commit' });
  await page.getByLabel('User name').fill(demo.recruiter[0]);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  release();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /Email/ })).toBeVisible();
});

test('where someone is signed in, the first paint is not the sign-in form', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('jobdock:last-person', '{}'));
  const release = await holdCode(page, 'start-app');
  await page.goto(behind.address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Jobdock is starting' })).toBeAttached();
  await expect(page.getByLabel('User name')).toBeHidden();
  release();
  await expect(page.locator('#first-paint')).toHaveCount(0);
});
