import { expect, type Page, test } from 'playwright/test';
import { showcase } from '#server/demo/showcase/seed-showcase.ts';
import { confirmIdentity } from '../../support/app-page.ts';
import { demoService } from '../../support/demo-template.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { openTab, openTargets } from './crelate-steps.ts';

let service: ServiceProcess;
let address: string;
test.beforeAll(async () => {
  service = await demoService();
  await service.start();
  address = `http://127.0.0.1:${service.port}`;
});
test.afterAll(() => service.remove());

async function openSalesforce(page: Page): Promise<void> {
  await openTargets(page, address, showcase);
  await page.locator('main').getByRole('link', { name: 'Salesforce', exact: true }).click();
  await openTab(page, 'Connection');
}

/** Begins the sign-in. Returns when the page of the ATS is shown. */
async function leaveForSalesforce(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in at Salesforce…' }).click();
  await confirmIdentity(page, 'provider');
  await expect(page.getByRole('heading', { name: 'Allow access?' })).toBeVisible();
}

test('@long a person signs in at the page of the ATS, comes back to a connected target, and reads why it failed if access is denied', async ({
  page,
}) => {
  await openSalesforce(page);
  await leaveForSalesforce(page);
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByText('Salesforce is connected')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Salesforce', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/targetconfig\/\d+\/\d+$/);
  await page.getByRole('tab', { name: 'History', exact: true }).click();
  await expect(page.getByText(/signed in at the page of the target “Salesforce”/)).toBeVisible();
  await page.getByRole('tab', { name: 'Connection', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in at Salesforce…' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'The ATS was not signed in to' })).toBeVisible();
  await expect(page.getByText('end-user denied authorization')).toBeVisible();
});
