import { expect, type Page, test } from 'playwright/test';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

/** No violation of accessibility, and no scrolling sideways, on a phone and on a desk. */
async function fits(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await (await audit(page)).include('main').analyze();
    expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

test('an administrator adds a crawler, corrects its recipe by line, deletes it, and sends the catalog', { tag: '@long' }, async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/agents`, 'provider');
  await synced(page);
  await expect(page.getByRole('link', { name: 'Trio VMS' })).toBeVisible();
  await fits(page);

  await page.getByRole('link', { name: 'Add crawler' }).click();
  await page.getByLabel('Name (required)').fill('Lakeside portal');
  await page.getByLabel('Site', { exact: true }).fill('lakeside.example');
  await page.getByRole('combobox', { name: /^Kind/ }).click();
  await page.getByRole('option', { name: 'Web portal' }).click();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(box('User name: customizable')).toBeDisabled();
  for (const name of ['Site URL: active', 'User name: active', 'User name: customizable', 'Note: active'])
    await box(name).check();
  await page.getByRole('textbox', { name: 'Text of the note' }).fill('Use the account of your agency.');
  await box('User name: admin only').check();
  await expect(box('User name: customizable')).not.toBeChecked();
  await fits(page);

  const recipe = page.getByRole('textbox', { name: 'Recipe' });
  await recipe.fill('{\n  "steps": [\n  "open"\n}');
  await page.getByRole('button', { name: 'Add crawler' }).click();
  await expect(page.getByText(/Line 4 of the recipe: A comma or ]/).first()).toBeVisible();
  await recipe.fill('{ "steps": [] }');
  await page.getByRole('button', { name: 'Add crawler' }).click();
  await expect(page.getByText(/^list: /).first()).toBeVisible();
  await recipe.fill(JSON.stringify(demoPortalRecipe, null, 2));
  await page.getByRole('button', { name: 'Add crawler' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crawler saved' });
  await expect(dialog.getByRole('row', { name: /Lakeside portal Yes Saved/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Lakeside portal' }).click();
  await expect(box('User name: admin only')).toBeChecked();
  await page.getByRole('switch', { name: 'Deleted' }).check();
  await page.getByRole('button', { name: 'Save crawler' }).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /Lakeside portal No Deleted/ })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Back to crawlers' }).click();
  await expect(page.getByRole('row', { name: /Lakeside portal Deleted/ })).toBeVisible();

  await page.getByRole('button', { name: 'Check and send' }).click();
  const sent = page.getByRole('dialog', { name: 'Crawlers checked and sent' });
  await expect(sent.getByRole('row', { name: /Web portal Yes Incomplete/ })).toBeVisible();
});

test('an administrator enters the org key that all tasks of a crawler use', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/editagent/61`, 'provider');
  await synced(page);
  await page.getByRole('checkbox', { name: 'Preset org key' }).check();
  await expect(page.getByRole('checkbox', { name: 'Org key: customizable' })).toBeDisabled();
  await page.getByRole('button', { name: 'Save crawler' }).click();
  await expect(page.getByText('Enter the org key, or switch the preset off.').first()).toBeVisible();
  await page.getByLabel('Org key for all tasks').fill('agency-key-61');
  await page.getByRole('button', { name: 'Save crawler' }).click();
  const identity = page.getByRole('dialog', { name: /Confirm/ });
  await expect(identity).toBeVisible();
});

test('people of a customer do not see the catalog', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/agents`, 'administrator');
  await synced(page);
  await expect(page.getByRole('heading', { name: 'You don’t have access to Crawlers' })).toBeVisible();
});
