import { expect, test } from 'playwright/test';
import { openSignedIn } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

test('a caregiver is searched, checked and submitted; the same one is refused with the name of who was first', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/sendCaregiver`, 'administrator');
  const search = page.getByRole('button', { name: 'Search caregivers' });
  await search.click();
  await expect(page.getByRole('alert').getByText('Fix 2 problems to search')).toBeVisible();

  for (const [label, name] of [
    ['Source', 'Demo Bullhorn'],
    ['Destination', 'Demo Trio'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: new RegExp(name) }).click();
  }
  await page.getByLabel('Provider job ID').fill('TRIO-100');
  await page.getByLabel('First name').fill('Ada');
  await search.click();
  const caregiver = page.getByRole('row', { name: /Ada Abbott/ });
  const submit = page.getByRole('button', { name: 'Submit Ada Abbott' });
  await caregiver.getByRole('button', { name: /^Choose/ }).click();
  await expect(page.getByText('Nothing is missing.')).toBeInViewport();
  await submit.click();
  await expect(page.locator('.toast').filter({ hasText: 'Submission 1' })).toBeVisible();

  // A search is no unsaved work: another screen opens without a question.
  await page.getByRole('link', { name: 'All submissions' }).click();
  const row = page.getByRole('row', { name: /ada\.abbott/ });
  await expect(row.getByText('Submitted').first()).toBeVisible({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Send caregiver' }).first().click();
  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: /Demo Bullhorn/ }).click();
  await page.getByLabel('Provider job ID').fill('TRIO-100');
  await page.getByLabel('Caregiver ID').fill('70001');
  await search.click();
  await caregiver.getByRole('button', { name: /^Choose/ }).click();
  await expect(page.getByRole('list', { name: 'To solve first' })).toContainText('Marcus Bell');
  await expect(submit).toBeDisabled();
});
