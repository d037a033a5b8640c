import { createServer } from 'node:http';
import { expect, test } from 'playwright/test';
import { addTask } from '#contract/collecting/new-tasks.ts';
import { readTask } from '#contract/collecting/tasks.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { demoService } from '../../support/demo-template.ts';
import type { ServiceProcess } from '../../support/service-process.ts';

// Wide enough for the rate beside the panel.
test.use({ serviceWorkers: 'block', viewport: { width: 2200, height: 900 } });

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
const line = (id: string, rate = '70.00') => `${id},Copper Hospital,Reno,NV,RN,ICU,${rate},12/7/2026,13 weeks\n`;

/** What each vendor lists, by path. A vendor without a list is down. */
const lists: Record<string, string> = {};
const vendors = createServer(({ url = '' }, response) => {
  const list = lists[url];
  response.writeHead(list === undefined ? 503 : 200, { 'content-type': 'text/csv' }).end(list);
});

let service: ServiceProcess;
let address: string;
let vendorsAt: string;
test.beforeAll(async () => {
  vendorsAt = await listenOnLoopback(vendors);
  service = await demoService();
  service.settings = { JOBDOCK_ALLOW_HOSTS: new URL(vendorsAt).host };
  await service.start();
  address = `http://127.0.0.1:${service.port}`;
});
test.afterAll(async () => {
  await service.remove();
  await closeNow(vendors);
});

/** Adds a task for the list at a path, and waits for its first run, which is due at once. */
async function collect(api: ApiClient, path: string): Promise<void> {
  const name = `Vendor ${path.slice(1)}`;
  const task = await api.call(addTask, {
    cust: 'me',
    crawlerId: 1,
    url: `${vendorsAt}${path}`,
    site: name,
    alias: name,
    isEnabled: true,
  });
  const collectedAt = async () => (await api.call(readTask, { cust: 'me', id: task.id })).lastSuccessAt;
  await expect.poll(collectedAt, { timeout: 60_000 }).not.toBeNull();
}

test('three jobs are refreshed: one changed, one is gone, and the vendor of one is down; undo puts back what changed', {
  tag: '@long',
}, async ({ page }) => {
  lists['/one.csv'] = header + line('REFRESH-1') + line('REFRESH-2') + line('KEPT-3');
  lists['/two.csv'] = header + line('REFRESH-4');
  const api = new ApiClient(address);
  await api.signIn(...demo.administrator);
  await collect(api, '/one.csv');
  await collect(api, '/two.csv');
  await openSignedIn(page, `${address}/staging?view=all&q=REFRESH`, 'administrator');
  await synced(page);
  const rows = page.getByRole('treegrid', { name: 'Staged jobs' }).getByRole('row').filter({ hasText: 'REFRESH-' });
  await expect(rows).toHaveCount(3);

  lists['/one.csv'] = header + line('REFRESH-1', '88.00') + line('KEPT-3');
  delete lists['/two.csv'];
  for (const row of await rows.all()) await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Refresh from the vendor/ }).click();
  const panel = page.locator('.side-panel');
  await panel.getByRole('button', { name: 'Refresh 3 jobs' }).click();
  const result = panel.getByRole('status');
  await expect(result).toHaveText('1 of 3 jobs changed. 1 no longer listed by the vendor and canceled. No answer for 1.', {
    timeout: 60_000,
  });
  const jobs = panel.getByRole('list', { name: 'Jobs of this run' }).getByRole('listitem');
  const outcome = (id: string) => jobs.filter({ hasText: id });
  await expect(outcome('REFRESH-1')).toContainText('Bill rate: 70 → 88');
  await expect(outcome('REFRESH-2')).toContainText('No longer listed');
  await expect(outcome('REFRESH-4')).toContainText('The vendor answered with status 503');
  await expect(rows.filter({ hasText: 'REFRESH-1' })).toContainText('88.00');

  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(result).toHaveText('Undone: 2 put back', { timeout: 60_000 });
  await expect(rows.filter({ hasText: 'REFRESH-1' })).toContainText('70.00');
});
