import { expect, type Page, test } from 'playwright/test';
import { saveCrawler } from '#contract/collecting/crawlers.ts';
import { listTasks, readTask } from '#contract/collecting/tasks.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { portalSignIn } from '#server/demo/vendors/vendor-portal.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

/** Adds a crawler for the portal of the demo's vendor site. Returns the address of the portal, which has another port each time. */
async function connectPortal(): Promise<string> {
  const [provider, administrator] = [new ApiClient(behind.address), new ApiClient(behind.address)];
  await Promise.all([provider.signIn(...demo.provider), administrator.signIn(...demo.administrator)]);
  const settings = settingsWith('url', 'username', 'password', 'orgKey');
  const texts = { id: 0, name: 'Lakeside portal', site: 'lakeside.example', about: 'Reads the portal of Lakeside', tags: [] };
  await provider.call(saveCrawler, { ...texts, kind: 'portal', settings, recipe: demoPortalRecipe, isDeleted: false });
  const [task] = await administrator.call(listTasks, { cust: 'me', pageSize: 20, page: 1, t: 'Medloop' });
  const { url } = await administrator.call(readTask, { cust: 'me', id: task?.id ?? 0 });
  return new URL('/portal', url).href;
}

async function fits(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await (await audit(page)).include('main').analyze();
    expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

test('a person connects a portal: the password is wrong twice, then right, and the first jobs are shown', async ({ page }) => {
  const portal = await connectPortal();
  await openSignedIn(page, `${behind.address}/tasks`, 'administrator');
  await synced(page);
  await page.getByRole('link', { name: 'Add task' }).first().click();
  await expect(page.getByRole('heading', { name: 'Add a task' })).toBeVisible();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.click();
  await expect(page.getByRole('alert').getByText('Choose a crawler')).toBeVisible();
  await page.getByLabel('Find a source').fill('lakeside');
  await page.getByRole('radio', { name: /Lakeside portal/ }).check();
  await next.click();

  const check = page.getByRole('button', { name: 'Check and go on' });
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Site URL').fill(portal);
  await page.getByLabel('User name', { exact: true }).fill('agency');
  await page.getByLabel('Org key').fill(portalSignIn.orgKey);
  await password.fill('wrong-1');
  await check.click();
  const problem = page.getByText(/Something is still not working, please check your entries, and try again/);
  await expect(problem).toBeVisible();
  await expect(password).toHaveValue('wrong-1');
  await password.fill('wrong-2');
  await check.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(password).toHaveValue('wrong-2');
  await password.fill(portalSignIn.password);
  await check.click();

  await expect(page.getByRole('heading', { name: 'Additional configuration' })).toBeFocused();
  await expect(page.getByLabel('Source (required)')).toHaveValue('Lakeside portal');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(password).toHaveValue(portalSignIn.password);
  expect(page.url()).not.toContain(portalSignIn.password);
  await check.click();
  await page.getByRole('switch', { name: 'Per diem' }).uncheck();
  await next.click();
  await expect(page.getByText('Checked, it works')).toBeVisible();
  const jobs = page.getByRole('group', { name: 'First jobs in the file' }).locator('tbody tr');
  await expect(jobs).toHaveCount(20, { timeout: 30_000 });

  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await fits(page);
  await page.getByRole('button', { name: 'Add task' }).click();
  await expect(page.getByRole('heading', { name: 'Lakeside portal', level: 1 })).toBeVisible();
  await expect(page.getByText('This task has been successfully updated and is working.')).toBeVisible();
  const scope = page.getByRole('group', { name: 'Jobs that Lakeside portal collects' });
  await expect(scope.getByRole('switch', { name: 'Per diem' })).not.toBeChecked();
});
