import { expect, type Page, test } from 'playwright/test';
import { openSignedIn } from '../support/app-page.ts';
import { goTo } from '../support/every-screen.ts';
import { shareBehindWire } from '../support/start-behind.ts';

// The page's routes do not intercept fetches of a service worker.
test.use({ serviceWorkers: 'block' });

const behind = shareBehindWire();

const lists = {
  '/tasks': 'No tasks yet',
  '/custrules': 'No rule runs yet',
  '/targetconfig': 'No targets yet',
  '/sources': 'No sources yet',
  '/degreemap': 'No name',
} as const;

const skeletons = (page: Page) => page.locator('main [aria-busy="true"]').first();

test('no list claims to be empty while the first sync is still loading the rows', async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((go) => (letGo = go));
  await page.route(/\/api\/sync\/snapshot/i, async (route) => {
    await held;
    await route.continue();
  });
  await openSignedIn(page, `${behind.address}/tasks`, 'administrator');
  for (const [path, empty] of Object.entries(lists)) {
    await goTo(page, path);
    await expect(skeletons(page), path).toBeVisible();
    await expect(page.getByText(empty), path).toBeHidden();
  }
  letGo();
  for (const path of ['/tasks', '/custrules', '/targetconfig']) {
    await goTo(page, path);
    await expect(page.locator('main tbody tr').first(), path).toBeVisible({ timeout: 60_000 });
    await expect(skeletons(page), path).toBeHidden();
  }
});
