import { expect, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { shareBehindWire } from '../../support/start-behind.ts';

const behind = shareBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

test('a label that is changed without a connection reaches an open grid without a reload, is sent later, and is taken back', async ({
  page,
  context,
}) => {
  await openSignedIn(page, `${behind.address}/staging`, 'administrator');
  await synced(page);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Bill rate')).toBeVisible();
  const labels = await context.newPage();
  await labels.goto(`${behind.address}/labelConfig?q=bill%20rate`);
  const box = labels.getByRole('textbox', { name: 'Label of Bill Rate', exact: true });
  await box.fill('Hot');
  await box.press('Enter');
  await expect(labels.getByText('“Hot” is the label of another field already')).toBeVisible();
  await context.setOffline(true);
  await box.fill('Vendor pays');
  await box.press('Enter');
  await expect(head('Vendor pays')).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await synced(labels);
  await labels.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(head('Bill rate')).toBeVisible({ timeout: 20_000 });
});
