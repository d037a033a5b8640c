import { expect, test } from 'playwright/test';
import { crelateKey } from '#server/demo/crelate/crelate-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { confirmIdentity, openSignedIn, synced } from '../../support/app-page.ts';
import { demoService } from '../../support/demo-template.ts';
import type { ServiceProcess } from '../../support/service-process.ts';

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 1000 } });

const crelate = doubles.crelate.start();
let service: ServiceProcess;
let address: string;
let crelateAt: string;
test.beforeAll(async () => {
  crelateAt = await listenOnLoopback(crelate.server);
  service = await demoService();
  service.settings = { JOBDOCK_ALLOW_HOSTS: new URL(crelateAt).host };
  await service.start();
  address = `http://127.0.0.1:${service.port}`;
});
test.afterAll(async () => {
  await service.remove();
  await closeNow(crelate.server);
});

test('an administrator connects Crelate: a wrong value is named at its field, it starts in a dry run, its connection is checked, and it is deleted by its name', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${address}/targetconfig/0`, 'provider');
  await synced(page);
  const form = page.getByRole('region', { name: 'New target' });
  await form.getByLabel(/^Type/).first().click();
  await page.getByRole('option', { name: 'Crelate', exact: true }).click();
  await form.getByRole('button', { name: 'Add target' }).click();
  await expect(form.getByRole('alert').getByText('Fix 3 problems to save')).toBeVisible();
  await form.getByLabel(/^Name/).fill('Crelate test');
  await form.getByLabel(/^API address/).fill('crelate');
  await form.getByLabel(/^API key/).fill(crelateKey);
  await form.getByRole('button', { name: 'Add target' }).click();
  await expect(form.getByLabel(/^API address/)).toHaveAccessibleDescription(/Write the address of Crelate’s API/);
  await form.getByLabel(/^API address/).fill(`${crelateAt}/api3`);
  await form.getByRole('button', { name: 'Add target' }).click();
  await confirmIdentity(page, 'provider');

  await page.getByRole('link', { name: 'Crelate test' }).click();
  const tabs = page.getByRole('tablist', { name: 'Parts of the target' });
  await tabs.getByRole('tab', { name: 'Posting' }).click();
  await expect(page.getByRole('region', { name: 'Posting', exact: true }).getByText('Dry run.', { exact: true })).toBeVisible();
  await tabs.getByRole('tab', { name: 'Connection' }).click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Crelate test answered. The connection works.')).toBeVisible();
  for (const name of ['Mapping', 'Lists', 'Limits', 'History']) {
    await tabs.getByRole('tab', { name, exact: true }).click();
    await expect(page.locator('.target-card h2').first()).toBeVisible();
  }

  await page.getByRole('button', { name: 'Delete target…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Crelate test?' });
  const remove = question.getByRole('button', { name: 'Delete target' });
  await expect(remove).toBeDisabled();
  await question.getByLabel(/^To delete target, type/).fill('Crelate test');
  await remove.click();
  await expect(page.getByText('Crelate test deleted')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: 'Crelate test' })).toHaveCount(0);
});
