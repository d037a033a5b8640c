import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

// The dataset while it is labeled, at every width, light and dark, and by touch.
const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 }, hasTouch: true });
test.describe.configure({ timeout: 600_000 });

async function upload(page: Page, lines: readonly object[]): Promise<void> {
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  await page.getByRole('button', { name: 'Upload…' }).click();
  await page.locator('input[type="file"]').setInputFiles({ name: 'rows.jsonl', mimeType: 'application/jsonl', buffer });
  await expect(page.getByText(`${lines.length} descriptions added`)).toBeVisible();
  await page.keyboard.press('Escape');
}

test('the list, the workbench with marks, a refused label, and labeling by touch on a phone in the dark', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/aidataset`, 'provider');
  await synced(page);
  await upload(
    page,
    Array.from({ length: 12 }, (_, i) => ({
      description: `Order ${i} for the night team of our step-down unit. Shift: 19:00-07:00, 3x12, every third weekend. Bill rate: $${80 + i}.00 an hour, minimum 36 hours a week. Weekly gross up to $3,100.`,
      job: `R-${i}`,
    })),
  );
  await expect(page.getByText('12 descriptions of')).toBeVisible();
  await looksWell(page, 'dataset');
  await page.getByRole('button', { name: 'Classify' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await looksWell(page, 'workbench');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  const text = page.getByRole('textbox', { name: 'Description' });
  const before = (await text.textContent()) ?? '';
  await page.getByRole('button', { name: /^Accept/ }).tap();
  await expect(text).not.toHaveText(before);
  await page.getByRole('button', { name: /^Reject/ }).tap();
  await page.screenshot({ path: test.info().outputPath('touch.png'), fullPage: true });
  await looksWell(page, 'rejected');
});
