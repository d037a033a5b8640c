import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { retryTicketIssue } from '#contract/support/ticket-issue.ts';
import { listComments } from '#contract/support/tickets.ts';
import { createJiraDouble, type JiraDouble } from '#server/demo/jira/jira-double.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { writeRows } from '#server/feed/publish.ts';
import { keepJira } from '#server/system/jira/jira-settings.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { workOnIssues } from './jira-jobs.ts';

const minute = 60_000;
let service: TestService;
let jira: JiraDouble;
let draft: Parameters<typeof keepJira>[1];
let tokens: { readonly administrator: string; readonly recruiter: string };
let clock = Date.parse('2026-11-21T09:00:00.000Z');
const now = () => new Date(clock);

beforeAll(async () => {
  service = await startTestService({ at: now() });
  tokens = { administrator: await service.signIn('administrator'), recruiter: await service.signIn('recruiter') };
});
afterAll(() => service.close());

/** Saves the settings of Jira; null disconnects it. */
const save = (settings: typeof draft) => {
  const { db, secrets } = service.services;
  return db.transaction().execute((tx) => keepJira({ db: tx, secrets }, settings, service.people.administrator));
};

beforeEach(async () => {
  const { db, config } = service.services;
  for (const table of ['ticket_issue', 'ticket_issue_part', 'jira_pace', 'ticket_comment', 'ticket'] as const)
    await db.deleteFrom(table).execute();
  await save(null);
  jira = createJiraDouble({ now, indexLagMs: 2 * minute });
  const site = await listenOnLoopback(jira.server);
  (config.allowHosts as string[]).push(new URL(site).host);
  draft = { ...jiraDoubleAccess, site };
  await save(draft);
  return async () => closeNow(jira.server);
});

let nextId = 9000;
async function addTicket(): Promise<number> {
  const row = aTicket({ id: nextId++ });
  await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'ticket', row }]));
  return row.id;
}

/** Lets the service work once a minute. */
async function workFor(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at++) {
    await workOnIssues({ ...service.services, now }, new AbortController().signal);
    clock += minute;
  }
}

const issues = () => service.services.db.selectFrom('ticket_issue').select(['state', 'issue_key']).execute();
const texts = async (id: number) =>
  (await service.call(listComments, { id, cust: 'me' }, tokens.recruiter)).map(({ text }) => text);
const comment = (text: string) => jira.comment(jira.issues[0]?.key ?? '', text);
const fail = () => service.services.db.updateTable('ticket_issue').set({ state: 'failed', due: false }).execute();

test('after Jira was disconnected and connected again, a comment made there still becomes an answer', async () => {
  const id = await addTicket();
  await workFor(5);
  await save(null);
  await save(draft);
  comment('After');
  await workFor(60);
  expect(await texts(id)).toEqual(['After']);
});

test('a ticket in doubt while Jira is disconnected and connected again becomes one issue', async () => {
  jira.faults.push('torn');
  await addTicket();
  await workFor(1);
  expect(await issues()).toMatchObject([{ state: 'doubt' }]);
  await save(null);
  await save(draft);
  await workFor(120);
  expect(jira.issues).toHaveLength(1);
});

test.each<[string, (id: number) => Promise<unknown>]>([
  ['saved settings', () => save(draft)],
  ['a retry', (id) => service.call(retryTicketIssue, { id }, tokens.administrator)],
])('a ticket that failed after its issue was made goes on after %s', async (_name, again) => {
  const id = await addTicket();
  await workFor(5);
  await fail();
  await again(id);
  await workFor(10);
  comment('Later');
  await workFor(60);
  expect(await texts(id)).toEqual(['Later']);
  expect(await issues()).toMatchObject([{ state: 'sent' }]);
});
