import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { crelateCompanies, crelateTitles } from '#server/demo/crelate/crelate-double.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { confirmIdentity, pill, synced } from '../../support/app-page.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import type { Wire } from '../../support/wire.ts';
import { choose, connectCrelate, openTab, openTargets, stageJobs, startWithCrelate } from './crelate-steps.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let stop: () => Promise<void>;
let service: ServiceProcess;
let wire: Wire;
let address: string;
let crelateAt: string;
test.beforeAll(async () => {
  ({ service, wire, address, crelateAt, stop } = await startWithCrelate());
});
test.afterAll(() => stop());

type Held = { readonly id: string } & Readonly<Record<string, unknown>>;

/** What the double holds, as it shows it to a person. */
const held = async (): Promise<readonly Held[]> => (await fetch(`${crelateAt}/_double/records`)).json();

/** Takes the agency’s only target away: its jobs go to Crelate from now on. */
async function leaveBullhorn(page: Page): Promise<void> {
  await openTargets(page, address);
  await page.locator('main').getByRole('link', { name: 'Bullhorn', exact: true }).click();
  await page.getByRole('button', { name: 'Delete target…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Bullhorn?' });
  await question.getByLabel(/^To delete target, type/).fill('Bullhorn');
  await question.getByRole('button', { name: 'Delete target' }).click();
  await confirmIdentity(page, 'provider');
  await expect(page.getByText('Bullhorn deleted')).toBeVisible();
}

const lineOf = (page: Page, atsField: string) =>
  page
    .getByRole('group', { name: 'Field mapping', exact: true })
    .getByRole('row', { name: new RegExp(`^${atsField} `) })
    .first();

/** Changes the first line of a field: it gives a text with fields, or a calculation. */
async function mapField(page: Page, atsField: string, value: string): Promise<void> {
  await lineOf(page, atsField).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog');
  await choose(
    page,
    form.getByRole('combobox', { name: /^Option/ }).or(form.getByRole('textbox', { name: /^Option/ })),
    'Constant',
  );
  await form.getByLabel(/^Value(?! type)/).fill(value);
  await form.getByRole('button', { name: 'Save line' }).click();
  await expect(form).toBeHidden();
}

/** What each of the five fields gets, as a line and for the first job. */
const fields = {
  Name: ['[Specialty] in [City]', 'Intensive Care Unit in Lubbock'],
  Description: ['Order of [Source]', 'Order of Walk vendor'],
  PayRate: ['=[Bill Rate] * 0.5', '45.5'],
  AddressBusiness_City: ['[City]', 'Lubbock'],
  AddressBusiness_State: ['[State]', 'TX'],
} as const;

/** Without a connection, five fields are mapped and seen on a job; all are sent with the next connection. */
async function mapFiveFields(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(`${address}/atsFieldMapping`);
  await synced(page);
  await expect(lineOf(page, 'CompanyId')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  wire.set({ kind: 'cut' });
  await context.setOffline(true);
  await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  for (const [atsField, [value]] of Object.entries(fields)) await mapField(page, atsField, value);
  await page.getByLabel('Job ID').fill('WALK-1');
  const sent = page.getByRole('group', { name: 'What is sent', exact: true });
  for (const [atsField, [, given]] of Object.entries(fields))
    await expect(sent.getByRole('row', { name: new RegExp(`^${atsField} .*${given} Sent$`) })).toBeVisible();
  await expect(pill(page, /Offline.*5 queued/)).toBeVisible();
  wire.set({ kind: 'open' });
  await context.setOffline(false);
  await synced(page);
}

const openJob = async (page: Page): Promise<void> => {
  await page.goto(`${address}/staging?view=all&q=WALK-1`);
  await page
    .getByRole('row', { name: /WALK-1/ })
    .first()
    .click();
  await page.keyboard.press('e');
  await page.getByRole('tab', { name: 'Posting' }).click();
};

const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

async function checkInDryRun(page: Page): Promise<void> {
  await openJob(page);
  await page.getByRole('button', { name: 'Check (dry run)' }).click();
  await page.getByRole('button', { name: 'Check 1 job' }).click();
  await expect(page.getByText('1 job checked in a dry run: nothing was sent to Crelate')).toBeVisible({ timeout: 30_000 });
}

async function goLive(page: Page): Promise<void> {
  await page.goto(`${address}/targetconfig`);
  await page.locator('main').getByRole('link', { name: 'Crelate', exact: true }).click();
  await openTab(page, 'Posting');
  await page.getByRole('button', { name: 'Go live…' }).click();
  await page.getByRole('button', { name: 'Go live and post 1 job' }).click();
  await expect(page.getByText('Live.', { exact: true })).toBeVisible();
}

async function readReceipt(page: Page): Promise<void> {
  await openJob(page);
  await expect(receipt(page).getByText('Crelate holds what was sent.')).toBeVisible({ timeout: 30_000 });
  const given = { CompanyId: crelateCompanies[0], JobTitleId: crelateTitles[0], BillRate: 91, NumberOfOpenings: 2 };
  expect(await held()).toEqual([expect.objectContaining({ Name: fields.Name[1], PayRate: 45.5, ...given })]);
  await page.getByText('Post', { exact: true }).and(page.locator('summary b')).click();
  await expect(page.getByRole('row', { name: /^Name Intensive Care Unit in Lubbock/ }).first()).toBeVisible();
}

/** A person changes the job order in Crelate. The look that comes every ten minutes comes now. */
async function changeInCrelate(): Promise<void> {
  const [order] = await held();
  const changed = await fetch(`${crelateAt}/_double/records/${order?.id}`, {
    method: 'POST',
    body: JSON.stringify({ BillRate: 70, Name: 'Night nurse' }),
  });
  expect(changed.ok).toBe(true);
  const db = openDatabase(service.databaseUrl());
  await sendJob(db, defineQueue('drift-looks'), {});
  await db.destroy();
}

async function seeDrift(page: Page): Promise<void> {
  const drift = page.getByRole('region', { name: 'Changed in Crelate' });
  await expect(drift.getByRole('row', { name: /Bill ?rate 91 70/i })).toBeVisible({ timeout: 60_000 });
  await expect(drift.getByRole('row', { name: /Name Intensive Care Unit in Lubbock Night nurse/ })).toBeVisible();
  await expect(drift.getByText(/by Robin Vale/)).toBeVisible();
  await drift.getByRole('button', { name: 'Send ours' }).click();
  await expect(drift).toBeHidden();
  await expect.poll(held).toEqual([expect.objectContaining({ Name: fields.Name[1], BillRate: 91 })]);
}

test('Crelate is connected in a dry run, five fields are mapped offline, a job is posted and read back, and a change in Crelate is shown', {
  tag: '@long',
}, async ({ page, browser }) => {
  await leaveBullhorn(page);
  await connectCrelate(page, crelateAt, { autoMap: true });
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const dana = await context.newPage();
  await stageJobs(dana, address);
  await mapFiveFields(dana, context);
  await checkInDryRun(dana);
  expect(await held()).toEqual([]);
  await goLive(dana);
  await readReceipt(dana);
  await changeInCrelate();
  await seeDrift(dana);
});
