import { expect, test } from 'playwright/test';
import { openSignedIn, synced, uploadJobs } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

test('a caregiver is searched, checked and submitted; the same one is refused with the name of who was first', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/sendCaregiver`, 'administrator');
  const search = page.getByRole('button', { name: 'Search caregivers' });
  await search.click();
  await expect(page.getByRole('alert').getByText('Fix 1 problem to search')).toBeVisible();

  // The only source and the only destination are filled in.
  await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue('Demo Bullhorn');
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue('Demo Trio');
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
  await page.getByLabel('Provider job ID').fill('TRIO-100');
  await page.getByLabel('Caregiver ID').fill('70001');
  await search.click();
  await caregiver.getByRole('button', { name: /^Choose/ }).click();
  await expect(page.getByRole('list', { name: 'To solve first' })).toContainText('Marcus Bell');
  await expect(submit).toBeDisabled();
});

const orders = `Job ID,Title,Facility,Degree,Specialty,Shift,Submission Available
SUB-1,Nurse,Mercy Reno,RN,ICU,Nights,999
SUB-2,Nurse,Mercy Reno,RN,ICU,Nights,0
`;

test('a caregiver is submitted to a job of staging, and the job says so; a vendor that takes none is named', {
  tag: '@long',
}, async ({ page, request }) => {
  await uploadJobs(request, behind.address, orders);
  await openSignedIn(page, `${behind.address}/staging?view=all&q=SUB-`, 'administrator');
  await synced(page);
  const job = (number: string) => page.getByRole('row').filter({ hasText: number });
  const button = page.locator('.job-actions').getByRole('button', { name: 'Submit caregiver' });
  await job('SUB-2').locator('[data-col="2"]').click();
  await page.keyboard.press('e');
  await expect(button).toBeDisabled();
  await page.getByRole('tab', { name: 'Submissions' }).click();
  await expect(page.getByText('The vendor takes no submissions for this job.')).toBeVisible();

  await job('SUB-1').locator('[data-col="2"]').click();
  await page.keyboard.press('e');
  await expect(page.getByText('No caregiver was put forward for this job yet.')).toBeVisible();
  await button.click();
  await expect(page.getByText('For job SUB-1 · Nurse, Mercy Reno')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue('Demo Trio');
  await page.getByLabel('Caregiver ID').fill('70002');
  await page.getByRole('button', { name: 'Search caregivers' }).click();
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click();
  await expect(page.getByText('Nothing is missing.')).toBeInViewport();
  await page.getByRole('button', { name: /^Submit / }).click();
  await page.getByRole('link', { name: 'SUB-1' }).click();
  const tab = page.getByRole('tab', { name: 'Submissions 1' });
  await expect(tab).toBeVisible({ timeout: 30_000 });
  await tab.click();
  const caregivers = page.getByRole('list', { name: 'Submissions' });
  await expect(caregivers).toContainText('Caregiver 70002');

  // The tab answers from the device.
  behind.wire.set({ kind: 'cut' });
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(caregivers).toBeHidden();
  await job('SUB-1').locator('[data-col="2"]').click();
  await page.keyboard.press('e');
  await tab.click();
  await expect(caregivers).toContainText('Caregiver 70002');
});
