import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { readTicketIssue } from '#contract/support/ticket-issue.ts';
import { addComment, listTicketFiles, listTickets } from '#contract/support/tickets.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, pill, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
const comment = 'Night shifts of Careline have no rate since Monday.';

async function sendTicket(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^What is it about/ }).click();
  await page.getByRole('option', { name: 'A job is missing or wrong' }).click();
  await page.getByRole('button', { name: 'Send to support' }).click();
  // Each field of the group is named, and what was typed stays.
  await expect(page.getByRole('alert')).toContainText("Field 'Job ID or Link to the job' is required");
  await page.getByRole('textbox', { name: 'Job ID' }).fill('884-210');
  await page.getByRole('textbox', { name: /^Tell us about the problem/ }).fill(comment);
  const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from('Job,Rate\n884-210,\n') };
  const program = { name: 'fix.csv', mimeType: 'text/csv', buffer: Buffer.from('MZ\u0090\u0000') };
  const large = { name: 'all.csv', mimeType: 'text/csv', buffer: Buffer.alloc(5_000_001, 'a') };
  await page.getByLabel('Choose files').setInputFiles([file, program, large]);
  await expect(page.getByText(/^all\.csv has 5/)).toBeVisible();
  await page.getByRole('button', { name: 'Send to support' }).click();
}

/** The ticket is one issue in the Jira of the demo, with its file; a comment is written there. */
async function expectOneIssue(support: ApiClient, id: number): Promise<void> {
  await expect.poll(async () => (await support.call(readTicketIssue, { id })).state, { timeout: 60_000 }).toBe('sent');
  const { key, link } = await support.call(readTicketIssue, { id });
  const { account, token } = jiraDoubleAccess;
  const headers = { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` };
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${new URL(link ?? '').origin}/rest/api/3${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { issues?: { key: string; fields: { attachment: { filename: string }[] } }[] };
  };
  const { issues } = await ask('/search/jql', { jql: 'updated >= -600m', fields: ['attachment'] });
  expect(issues?.map((issue) => issue.key)).toEqual([key]);
  await expect
    .poll(
      async () => (await ask('/search/jql', { jql: 'updated >= -600m', fields: ['attachment'] })).issues?.[0]?.fields.attachment,
    )
    .toEqual([expect.objectContaining({ filename: expect.stringMatching(/^rates \(\w{8}\)\.csv$/) })]);
  const text = { type: 'text', text: 'Also fixed in Jira' };
  await ask(`/issue/${key}/comment`, { body: { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [text] }] } });
}

test('a ticket with a file that was sent offline is there once after the browser was closed, with its file, and shows the answer', {
  tag: '@long',
}, async ({ launchOptions }) => {
  test.setTimeout(300_000);
  const profile = await mkdtemp(join(tmpdir(), 'jobdock-tickets-'));
  const open = () => chromium.launchPersistentContext(profile, launchOptions);
  let context = await open();
  try {
    let page = context.pages()[0] ?? (await context.newPage());
    await openSignedIn(page, `${behind.address}/support`, 'recruiter');
    await synced(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    await expect(pill(page, /Offline/)).toBeVisible({ timeout: 30_000 });
    await sendTicket(page);
    await expect(page.getByRole('heading', { name: 'Your ticket is saved' })).toBeVisible();
    await expect(page.getByText('Waits for a connection').first()).toBeVisible();
    await context.close();

    behind.wire.set({ kind: 'open' });
    context = await open();
    page = context.pages()[0] ?? (await context.newPage());
    await openSignedIn(page, `${behind.address}/issues`, 'recruiter');
    await synced(page);
    const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
    await api.signIn(...demo.recruiter);
    const mine = async () => (await api.call(listTickets, { cust: 'me' })).filter(({ description }) => description === comment);
    await expect.poll(async () => (await mine()).map(({ files }) => files), { timeout: 30_000 }).toEqual([1]);
    const [ticket] = await mine();
    const id = ticket?.id ?? 0;
    expect(await api.call(listTicketFiles, { id })).toMatchObject([{ name: 'rates.csv' }]);

    await goTo(page, `/jira/${id}`);
    await expect(page.getByRole('list', { name: 'Files', exact: true })).toContainText('rates.csv');
    const waiting = page.getByRole('list', { name: 'Files that wait on this device' });
    await expect(waiting).toContainText('It is a program by its content or its name');
    await waiting.getByRole('button', { name: 'Discard' }).click();
    await expect(waiting).toHaveCount(0);

    const support = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
    await support.signIn(...demo.provider);
    await support.call(addComment, { cust: ticket?.customerId ?? 0, id, text: 'The rate is there now.' });
    await expect(page.getByText('The rate is there now.')).toBeVisible({ timeout: 30_000 });
    await expectOneIssue(support, id);
    await expect(page.getByText('Also fixed in Jira')).toBeVisible({ timeout: 100_000 });
    await page.getByRole('textbox', { name: 'Answer' }).fill('Thank you');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect.poll(async () => (await mine())[0]?.comments, { timeout: 30_000 }).toBe(3);
    await page.getByRole('button', { name: 'Close ticket' }).click();
    await expect(page.getByRole('button', { name: 'Answer and reopen' })).toBeVisible();
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
