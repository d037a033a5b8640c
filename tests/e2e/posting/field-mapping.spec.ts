import { expect, type Page, test } from 'playwright/test';
import { getRole } from '#contract/people/users.ts';
import { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { protocolVersion, pullChanges, sendHello } from '#contract/sync/sync.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ viewport: { width: 1440, height: 1000 } });

/** A look at the service past the wire: a job's ID, and the field mapping lines that changed since now. */
async function watcher() {
  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.administrator);
  const [job] = await api.call(listStaging, { cust: 'me', targetId: 1, pageSize: 1, page: 1, sourceId: -1, all: 1 });
  if (!job) throw new Error('the demo agency has no job');
  const { customerId } = await api.call(getRole, {});
  const clientId = 'field-mapping-watcher';
  const hello = { protocol: protocolVersion, clientId, customerId, deviceLabel: 'watcher', appVersion: 'test' };
  const { epoch, scope, rev } = await api.call(sendHello, { ...hello, unsent: 0, oldestUnsentAt: null, persisted: false });
  const changedLines = async () => {
    const page = await api.call(pullChanges, { customerId, clientId, epoch, scope, since: rev, limit: 5000 });
    if (page.kind !== 'page') throw new Error(`the pull answered ${page.kind}`);
    return page.changes.filter(({ collection }) => collection === 'fieldMapping').map(({ row }) => FieldMappingRow.parse(row));
  };
  return { job: String(job.id), changedLines };
}

const table = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('offline, a field is mapped and previewed on a job; with the next connection the line is on the service once', {
  tag: '@long',
}, async ({ page, context }) => {
  const { job, changedLines } = await watcher();
  await openSignedIn(page, `${behind.address}/atsFieldMapping`, 'administrator');
  await synced(page);
  await expect(table(page, 'Field mapping').getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Add line' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^ATS field/).fill('customText3');
  await form
    .getByRole('option', { name: /customText3/ })
    .or(form.getByLabel(/^ATS field/))
    .first()
    .press('Enter');
  await form
    .getByRole('combobox', { name: /^Option/ })
    .or(form.getByRole('textbox', { name: /^Option/ }))
    .click();
  await page.getByRole('option', { name: 'Constant', exact: true }).click();
  await form.getByLabel(/^Value(?! type)/).fill('Look at [Source]');
  await form.getByRole('button', { name: 'Add line' }).click();
  await expect(form).toBeHidden();

  await page.getByLabel('Job ID').fill(job);
  await expect(table(page, 'What is sent').getByRole('row', { name: /Look at \S+/ })).toBeVisible();
  expect(await changedLines()).toEqual([]);

  behind.wire.set({ kind: 'open' });
  await context.setOffline(false);
  await synced(page);
  await expect.poll(changedLines).toHaveLength(1);
  expect(await changedLines()).toMatchObject([{ targetId: 1, atsField: 'customText3', value: 'Look at [Source]' }]);
});
