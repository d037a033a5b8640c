import { expect, test } from 'playwright/test';
import { listTasks } from '#contract/collecting/tasks.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

test('several tasks are disabled without a connection, and the service learns of it once there is one', { tag: '@long' }, async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/tasks`, 'administrator');
  await synced(page);
  const table = page.getByRole('table');
  const boxes = table.getByRole('checkbox');
  // The first box chooses all rows.
  await expect(boxes.nth(2)).toBeVisible();
  const tasks = (await boxes.count()) - 1;
  behind.wire.set({ kind: 'cut' });
  await boxes.first().check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Disable/ })
    .click();
  await expect(table.getByText('Disabled by Customer')).toHaveCount(tasks);
  await expect(pill(page, /waiting|Offline/)).toBeVisible({ timeout: 30_000 });
  behind.wire.set({ kind: 'open' });
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  const active = async () => (await api.call(listTasks, { cust: 'me', pageSize: 10_000, page: 1, s: 'active' })).length;
  await expect.poll(active, { timeout: 60_000 }).toBe(0);
});
