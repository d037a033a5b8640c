import { expect, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

// Nothing here goes offline.
test.use({ serviceWorkers: 'block' });
const behind = startBehindWire();

test('a customer that is past due is suspended by staff, pays on the page of the demo, and works again', {
  tag: '@long',
}, async ({ page, browser }) => {
  await openSignedIn(page, `${behind.address}/board`, 'provider');
  await synced(page);
  const row = page.getByRole('row', { name: /Bayside/ });
  await row.getByRole('link', { name: 'Past due' }).click();
  await expect(page.getByText(/is past due: invoice/)).toBeVisible();
  await page.getByRole('button', { name: 'Suspend customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend customer' }).click();
  await expect(page.getByRole('button', { name: 'Resume customer' })).toBeVisible();

  const dana = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await openSignedIn(dana, `${behind.address}/staging`, 'sister');
  // The toast goes after ten seconds; the banner stays.
  await expect(dana.getByText('There is a problem with your billing account or payment method...')).toBeVisible();
  const banner = dana.locator('.billing-notice');
  await expect(banner).toContainText('Your account is suspended. Please pay outstanding invoices to resume the service.');
  await banner.getByRole('link', { name: 'Open billing' }).click();
  await expect(dana.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  await expect(dana.getByRole('row', { name: /Past Due/ })).toHaveCount(1);

  const [pay] = await Promise.all([dana.waitForEvent('popup'), dana.getByRole('link', { name: /^Pay, / }).click()]);
  await expect(pay.getByText('Past Due', { exact: true })).toBeVisible();
  await pay.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(pay.getByRole('status')).toHaveText('Nothing of this invoice is open. Thank you.');
  await pay.close();

  // Coming back to the window is enough to see it.
  await dana.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dana.getByRole('row', { name: /Past Due/ })).toHaveCount(0);
  await expect(dana.getByRole('row', { name: /Paid/ })).toHaveCount(1);
  await expect(dana.getByText(/The next payment is due by/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Suspend customer' })).toBeHidden();
  await page
    .getByRole('tab', { name: 'Profile' })
    .or(page.getByRole('button', { name: 'Profile' }))
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: /^Status/ })).toHaveValue('Active');
});
