import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced, uploadJobs } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { runOn } from '../../support/engine/test-engine.ts';
import { startBehindWire } from '../../support/start-behind.ts';

// Dialogs and panels that open from a screen, at every width, light and dark. The screens themselves: `accessibility.spec.ts`.
const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 600_000 });

const open = (page: Page, path: string) => openSignedIn(page, `${behind.address}${path}`, 'administrator');

async function check(page: Page, caregiverId: number): Promise<void> {
  await page.getByLabel('Provider job ID').fill('TRIO-100');
  await page.getByLabel('Caregiver ID').fill(String(caregiverId));
  await page.getByRole('button', { name: 'Search caregivers' }).click();
  await page.getByRole('button', { name: /^Choose/ }).click();
}

test('the check of a submission, a document that is added, the panel of a submission, attempts, expiring documents and the funnel', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '/sendCaregiver');
  await check(page, 70_023);
  await expect(page.getByRole('list', { name: 'To solve first' })).toContainText('“License” is missing');
  await looksWell(page, 'check');
  await page.getByRole('button', { name: 'Add a document: License' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add License' });
  const name = 'License of a caregiver with a rather long file name, as scanners make them.pdf';
  await dialog.getByLabel('Choose the document').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await expect(dialog.getByText(/is a program/)).toBeVisible();
  await looksWell(page, 'add-document');
  await page.keyboard.press('Escape');

  await check(page, 70_001);
  await page.getByRole('button', { name: 'Submit Ada Abbott' }).click();
  await page.getByRole('link', { name: 'All submissions' }).click();
  const row = page.getByRole('row', { name: /ada\.abbott/ });
  await expect(row.getByText('Submitted').first()).toBeVisible({ timeout: 60_000 });
  await runOn(
    behind.service.databaseUrl(),
    `insert into submission_expiry (customer_id, target_id, caregiver_id, document, expires_on, found_at)
      select customer_id, from_id, caregiver_id, unnest(array['License', 'Basic Life Support Card']), current_date + 20, now() from submission`,
  );
  await row.getByRole('button', { name: /^Details/ }).click();
  await expect(page.getByText('Added the caregiver there')).toBeVisible();
  // On a tablet the panel lies over the list.
  await looksWell(page, 'submission-panel', '.side-panel');
  await open(page, '/submissions?expiring=yes');
  await expect(page.getByRole('dialog').getByText('Basic Life Support Card')).toBeVisible();
  await looksWell(page, 'expiring');

  await open(page, '/submissiontargets');
  await page.getByRole('link', { name: 'Demo Trio' }).click();
  await page.getByRole('tab', { name: 'Attempts' }).click();
  await expect(page.getByRole('row', { name: /Submitted/ })).toBeVisible();
  await looksWell(page, 'attempts');
  await open(page, '/report_submissionfunnel');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await looksWell(page, 'funnel');
});

const orders = `Job ID,Title,Facility,Degree,Specialty,Shift,Description
READ-1,Nurse,Mercy Reno,RN,ICU,,"Travel RN for our ICU. Shift: 7:00 PM - 7:00 AM, 3x12 hours, every third weekend. Bill rate: $92.50 per hour. Weekly gross up to $3,100. Two years of experience, BLS and ACLS."
`;

test('a description with the words that were read from it, and its feedback', { tag: '@long' }, async ({ page, request }) => {
  await uploadJobs(request, behind.address, orders);
  await open(page, '/staging?view=all&q=READ-');
  await synced(page);
  await page.getByRole('row').filter({ hasText: 'READ-1' }).locator('[data-col="2"]').click();
  await page.keyboard.press('e');
  await page.getByRole('tab', { name: 'Description' }).click();
  await expect(page.getByRole('list', { name: 'Read from the description' })).toContainText('$92.50');
  await looksWell(page, 'description');
  await page.getByText('Is what was read right?').click();
  await page.getByText('No', { exact: true }).click();
  await looksWell(page, 'description-feedback');
});
