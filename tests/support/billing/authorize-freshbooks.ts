import { expect, type Page } from 'playwright/test';
import { confirmIdentity } from '../app-page.ts';

/** Authorizes the FreshBooks of the demo from the system settings, on its own page. */
export async function authorizeOnPage(page: Page): Promise<void> {
  const part = page.getByRole('region', { name: 'FreshBooks' });
  await part.getByRole('button', { name: /^Authorize/ }).click();
  await confirmIdentity(page, 'provider');
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByText('FreshBooks authorized')).toBeVisible();
  await expect(page).toHaveURL(/\/systemsettings$/);
  await expect(part.getByText(/mirrored in the books of Jobdock/)).toBeVisible();
}
