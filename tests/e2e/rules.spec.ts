import { expect, type Page, test } from 'playwright/test';
import { runTaskNow } from '#contract/collecting/runs.ts';
import { listAllTasks } from '#contract/collecting/tasks.ts';
import { testRule } from '#contract/rules/rules.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { listLongWork } from '#contract/system/long-work.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';
import { Wire } from '../support/wire.ts';

let service: ServiceProcess;
let wire: Wire;
let api: ApiClient;

test.beforeAll(async () => {
  ({ service, front: wire } = await startBehind((port) => new Wire(port)));
  api = new ApiClient(`http://127.0.0.1:${service.port}`);
  await api.signIn(...demo.administrator);
});
test.afterAll(async () => {
  await wire.close();
  await service.remove();
});

const jobs = () => api.call(listStaging, { cust: 'me', targetId: 1, pageSize: 1000, page: 1, sourceId: -1, all: 1 });
const pill = (page: Page, words: RegExp) =>
  expect(page.locator('header').getByRole('button', { name: words })).toBeVisible({ timeout: 30_000 });
const when = (page: Page) => page.getByRole('region', { name: 'When to run' });
const action = (page: Page) => page.getByRole('region', { name: 'Data action' });
const lab = (page: Page) => page.getByRole('complementary', { name: 'Test' });
/** A number in the test panel, once the panel has the result for the current draft. */
async function figure(page: Page, label: string): Promise<number> {
  await expect(lab(page)).toHaveAttribute('aria-busy', 'false');
  const words = await lab(page)
    .locator('.lab-figures > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .innerText();
  return Number(words.replaceAll(',', ''));
}

/** Chooses a field by typing its label. */
async function choose(page: Page, picker: ReturnType<Page['getByLabel']>, label: string): Promise<void> {
  await picker.click();
  await picker.fill(label);
  await page.getByRole('option', { name: label, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(
    page
      .getByRole('region', { name: 'Versions' })
      .or(page.getByRole('heading', { name: 'Versions' }))
      .first(),
  ).toBeVisible();
}

/** Pastes text into the table's lines, in the format of a spreadsheet's clipboard. */
const paste = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Table rows' }).evaluate((sheet, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    sheet.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('rules written offline with the builder, as text and as a table run at the next collection, and the trace names them', async ({
  page,
}) => {
  test.setTimeout(360_000);
  await expect.poll(async () => (await jobs()).length, { timeout: 60_000 }).toBeGreaterThan(100);
  await page.goto(`http://127.0.0.1:${service.publicPort}/`);
  await page.getByLabel('User name').fill(demo.administrator[0]);
  await page.getByLabel('Password', { exact: true }).fill(demo.administrator[1]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await pill(page, /Synced/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`http://127.0.0.1:${service.publicPort}/custrules/new`);
  wire.set({ kind: 'cut' });
  await pill(page, /Offline/);

  await page.getByLabel('Rule name (required)').fill('California rate');
  await when(page).getByRole('button', { name: '+ condition' }).click();
  await choose(page, when(page).getByLabel('Field', { exact: true }), 'State');
  await when(page).getByLabel('Values for State').fill('CA');
  await page.keyboard.press('Enter');
  await choose(page, action(page).getByLabel(/Field to write/), 'Bill Rate');
  await action(page).getByLabel('Value', { exact: true }).fill('123.45');
  await expect.poll(() => figure(page, 'Match')).toBeGreaterThan(0);
  const inCalifornia = await figure(page, 'Change');
  expect(inCalifornia).toBeGreaterThan(0);
  await expect(lab(page).getByText('123.45').first()).toBeVisible();

  // Shows the condition as text; conditions added to the text also appear in the builder.
  await when(page).getByText('Text', { exact: true }).click();
  const text = when(page).getByRole('textbox', { name: 'Condition as text' });
  await expect(text).toHaveText('[State] equal CA');
  await expect(when(page).locator('.code-name').first()).toBeVisible();
  await text.focus();
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' or [State] equal TX');
  await page.keyboard.press('Escape');
  await expect.poll(() => figure(page, 'Change')).toBeGreaterThan(inCalifornia);
  await when(page).getByText('Builder', { exact: true }).click();
  await expect(when(page).getByLabel('Values for State')).toHaveCount(2);
  await save(page);

  // A decision table, pasted from a spreadsheet.
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('link', { name: 'Add rule' }).first().click();
  await page.getByLabel('Rule name (required)').fill('Overtime by state');
  await action(page)
    .getByLabel(/^Action/)
    .selectOption({ label: 'Table rule or note' });
  await action(page).getByText('Table rule', { exact: true }).click();
  const table = page.getByRole('region', { name: 'Table', exact: true });
  await choose(page, table.getByLabel('Add column: if'), 'State');
  await choose(page, table.getByLabel('Add column: then set'), 'OT Rate');
  await table.getByRole('button', { name: 'Add row' }).click();
  await table.getByRole('grid').focus();
  await paste(page, 'CA\t201.5\nTX\t202.5\nCA\t203.5');
  await expect(table.getByText('never used: row 1 wins')).toBeVisible();
  await expect.poll(() => figure(page, 'Match')).toBeGreaterThan(0);
  await save(page);
  await pill(page, /Offline.*2 queued/);

  wire.set({ kind: 'open' });
  await pill(page, /Synced/);
  for (const { id } of await api.call(listAllTasks, { cust: 'me' })) await api.call(runTaskNow, { cust: 'me', id });
  const underWay = async () => (await api.call(listLongWork, { cust: 'me' })).works.length;
  await expect.poll(underWay, { timeout: 180_000 }).toBe(0);
  const ruled = (await jobs()).filter(
    ({ state, billRate, status }) => ['CA', 'TX'].includes(state ?? '') && billRate === 123.45 && status === 'Open',
  );
  expect(ruled.length).toBeGreaterThan(0);
  const { trace } = await api.call(testRule, {
    cust: 'me',
    ruleId: -1,
    jobId: String(ruled[0]?.id ?? 0),
    flag: 0,
    excludeDisabled: 1,
  });
  const fired = trace.filter(({ isTriggered }) => isTriggered).map(({ ruleName }) => ruleName);
  expect(fired).toEqual(expect.arrayContaining(['California rate', 'Overtime by state']));

  // The device gets the changed job, which names the rule of each changed field.
  await page.goto(`http://127.0.0.1:${service.publicPort}/staging?open=job:${ruled[0]?.id ?? 0}`);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const written = page.locator('.job-ruled li').filter({ hasText: '123.45' });
  await written.getByRole('button', { name: /^rule \d+, version 1$/ }).click();
  await expect(page.getByRole('dialog').getByText(/^Rule \d+, version 1, saved by/)).toBeVisible();
});
