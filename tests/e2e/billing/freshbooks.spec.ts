import { expect, test } from 'playwright/test';
import { authorizeOnPage, openSignedIn, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

// Nothing here goes offline.
test.use({ serviceWorkers: 'block' });
const behind = startBehindWire();
/** The mirror works once a minute. */
const nextRun = { timeout: 90_000 };

test('a suspended customer pays its invoice on the page of FreshBooks, and works again', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  await openSignedIn(page, `${behind.address}/systemsettings`, 'provider');
  await synced(page);
  await authorizeOnPage(page);
  await goTo(page, '/board');
  await page
    .getByRole('row', { name: /Bayside/ })
    .getByRole('link', { name: 'Past due' })
    .click();
  await page.getByRole('button', { name: 'Suspend customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend customer' }).click();
  await expect(page.getByRole('button', { name: 'Resume customer' })).toBeVisible();
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client linked')).toBeVisible();
  const customerPage = page.url();

  const dana = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await openSignedIn(dana, `${behind.address}/billing`, 'sister');
  await expect(dana.getByRole('row', { name: /Past Due/ })).toHaveCount(1);
  const link = dana.getByRole('link', { name: /^Pay, / });
  await expect(async () => {
    await dana.reload();
    await expect(link).toHaveAttribute('href', /\/link\/share/);
  }).toPass(nextRun);
  const [pay] = await Promise.all([dana.waitForEvent('popup'), link.click()]);
  await pay.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(pay.getByRole('status')).toHaveText('Paid. Thank you.');
  await pay.close();

  await expect(async () => {
    await dana.reload();
    await expect(dana.getByRole('row', { name: /Paid/ })).toHaveCount(1);
  }).toPass(nextRun);
  await expect(dana.getByRole('row', { name: /Past Due/ })).toHaveCount(0);
  await page.goto(customerPage);
  await expect(page.getByRole('button', { name: 'Create client' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'State' }).getByText('Past due', { exact: true })).toHaveCount(1);
  await page
    .getByRole('tab', { name: 'Profile' })
    .or(page.getByRole('button', { name: 'Profile' }))
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: /^Status/ })).toHaveValue('Active');

  // Another customer may be linked to the client that is there now; the form asks before it drops the choice.
  await goTo(page, '/editcustomer/2?tab=billing');
  await page.getByRole('button', { name: 'Pick a client…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick a client' });
  await dialog.getByRole('button', { name: 'Read clients again' }).click();
  await dialog.getByRole('combobox', { name: /^Client at FreshBooks/ }).fill('Bayside');
  await page
    .getByRole('option', { name: /Bayside/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
});
