import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTicketNote } from '#contract/support/desk.ts';
import { readTicketIssue, retryTicketIssue } from '#contract/support/ticket-issue.ts';
import { addComment, listComments, listTickets, setTicketStatus } from '#contract/support/tickets.ts';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { createJiraDouble, type JiraDouble } from '#server/demo/jira/jira-double.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { type Workflow, workflows } from '#server/demo/jira/workflows.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { writeRows } from '#server/feed/publish.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { jiraAccess, keepJira } from '#server/system/jira/jira-settings.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { workOnIssues } from './jira-jobs.ts';

const minute = 60_000;
let service: TestService;
let jira: JiraDouble;
let admin: string;
let recruiter: string;
let clock = Date.parse('2026-11-21T09:00:00.000Z');
const now = () => new Date(clock);

beforeAll(async () => {
  service = await startTestService({ at: now() });
  [admin, recruiter] = [await service.signIn('administrator'), await service.signIn('recruiter')];
});
afterAll(() => service.close());

let stop: () => Promise<void>;
async function connect(workflow: Workflow = workflows.simple) {
  const { db, secrets, config } = service.services;
  jira = createJiraDouble({ now, indexLagMs: 2 * minute, workflow });
  const site = await listenOnLoopback(jira.server);
  (config.allowHosts as string[]).push(new URL(site).host);
  const draft = { ...jiraDoubleAccess, site };
  await db.transaction().execute((tx) => keepJira({ db: tx, secrets }, draft, service.people.administrator));
  stop = () => closeNow(jira.server);
}
beforeEach(async () => {
  await connect();
  return () => stop();
});

let nextId = 5000;
async function aSentTicket(over: Parameters<typeof aTicket>[0] = {}) {
  const ticket = aTicket({ id: nextId++, ...over });
  const { db } = service.services;
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'ticket', row: ticket }]));
  await work();
  const issue = jira.issues.find(({ labels }) => labels.some((label) => label.endsWith(`-${ticket.id}`)));
  if (!issue) throw new Error('the ticket has no issue');
  return { id: ticket.id, issue, key: issue.key };
}

/** Works for ten minutes, in which Jira's search catches up. */
async function work() {
  for (let at = 0; at < 10; at++) {
    await workOnIssues({ ...service.services, now }, new AbortController().signal);
    clock += minute;
  }
}
const answers = async (id: number) =>
  (await service.call(listComments, { id, cust: 'me' }, recruiter)).map(({ author, text, fromProvider }) => [
    author,
    text,
    fromProvider,
  ]);
const said = () => jira.issues.flatMap(({ comments }) => comments.map(({ author, body }) => [author.displayName, textOf(body)]));
const ticketOf = async (id: number) => (await storedRow(service.services.db, service.people.north, 'ticket', id))?.row;
const answer = (id: number, text: string) => service.call(addComment, { cust: 'me', id, text }, recruiter);

test('answers go to Jira once and comments come back once, without an echo, also when answers of Jira are lost', async () => {
  const { id, key } = await aSentTicket();
  jira.faults.push('torn', 'error');
  await answer(id, 'One\n\ntwo');
  await answer(id, 'Three');
  await work();
  jira.comment(key, 'Which shift?');
  jira.comment(key, 'Only for us', { internal: true });
  jira.comment(key, 'Sam quotes: The recruiter in Jobdock (answer 1):');
  await work();
  await answer(id, 'Nights');
  await work();
  expect(await answers(id)).toEqual([
    ['The recruiter', 'One\n\ntwo', false],
    ['The recruiter', 'Three', false],
    ['Sam Lee (Jira)', 'Which shift?', true],
    ['Sam Lee (Jira)', 'Sam quotes: The recruiter in Jobdock (answer 1):', true],
    ['The recruiter', 'Nights', false],
  ]);
  expect(said().map(([by, text]) => [by, text?.replace(/answer \d+/, 'answer N')])).toEqual([
    ['Jobdock', 'The recruiter in Jobdock (answer N):\n\nOne\n\ntwo'],
    ['Jobdock', 'The recruiter in Jobdock (answer N):\n\nThree'],
    ['Sam Lee', 'Which shift?'],
    ['Sam Lee', 'Only for us'],
    ['Sam Lee', 'Sam quotes: The recruiter in Jobdock (answer N):'],
    ['Jobdock', 'The recruiter in Jobdock (answer N):\n\nNights'],
  ]);
});

test('the trial finds a planted bug: comments that came from Jira are not remembered', async () => {
  const { id, key } = await aSentTicket();
  jira.comment(key, 'Which shift?');
  await work();
  expect(said()).toHaveLength(1);
  await service.services.db.deleteFrom('ticket_issue_part').where('ticket_id', '=', id).execute();
  await answer(id, 'Nights');
  await work();
  // The echo: what Sam wrote comes to Jira as an answer of Jobdock.
  expect(said().filter(([by, text]) => by === 'Jobdock' && text?.includes('Which shift?'))).not.toHaveLength(0);
});

test('files go to Jira once under a name of their own, and a text that is too long is attached whole', async () => {
  const fileId = randomUUID();
  const file = { id: fileId, name: 'list.csv', kind: 'Table', size: 3, by: 'Ben', at: now().toISOString() };
  const id = nextId;
  const stored = { customer_id: service.people.north, id: fileId, ticket_id: id, name: 'list.csv', content: Buffer.from('a,b') };
  await service.services.db
    .insertInto('ticket_file')
    .values({ ...stored, by_id: 5, added_at: now() })
    .execute();
  const description = 'Line\n'.repeat(2000);
  const { issue } = await aSentTicket({ files: [file], description });
  jira.faults.push('torn');
  await answer(id, `${'x\n'.repeat(4000)}end`);
  await work();
  expect(issue.attachments.map(({ filename }) => filename)).toEqual([
    `ticket-${id}.txt`,
    `list (${fileId.slice(0, 8)}).csv`,
    expect.stringMatching(/^answer-\d+\.txt$/),
  ]);
  const [whole, , long] = issue.attachments;
  expect(whole?.content.toString()).toContain(description);
  expect(long?.content.toString()).toMatch(/x\nend$/);
  expect(textOf(issue.description)).toMatch(/The whole text is in the attachment/);
  expect(issue.comments).toHaveLength(1);
});

test.each(['simple', 'steps'] as const)('closing and reopening reach the other side, with the workflow “%s”', async (name) => {
  await stop();
  await connect(workflows[name]);
  const { categories } = workflows[name];
  const done = Object.entries(categories).find(([, category]) => category === 'done')?.[0] ?? '';
  const open = Object.entries(categories).find(([, category]) => category === 'indeterminate')?.[0] ?? '';
  const { id, key, issue } = await aSentTicket();
  expect((await ticketOf(id))?.jiraStatus).toBe(issue.status);
  await service.call(setTicketStatus, { id, statusId: 2 }, recruiter);
  await work();
  expect([issue.status, (await ticketOf(id))?.jiraStatus]).toEqual([done, done]);
  jira.move(key, open);
  await work();
  expect(await ticketOf(id)).toMatchObject({ status: 'open', jiraStatus: open });
  jira.move(key, done);
  jira.comment(key, 'Fixed');
  await work();
  expect(await ticketOf(id)).toMatchObject({ status: 'closed', jiraStatus: done });
  jira.comment(key, 'In the next release');
  await work();
  expect(await ticketOf(id)).toMatchObject({ status: 'closed', comments: 2 });
  await answer(id, 'It is still wrong');
  await work();
  expect(await ticketOf(id)).toMatchObject({ status: 'open' });
  expect(categories[issue.status as keyof typeof categories]).not.toBe('done');
});

test('a workflow without a way back is said on the ticket, and both keep their status', async () => {
  await stop();
  await connect(workflows.final);
  const { id, issue } = await aSentTicket();
  await service.call(setTicketStatus, { id, statusId: 2 }, recruiter);
  await work();
  await service.call(setTicketStatus, { id, statusId: 1 }, recruiter);
  await work();
  expect([issue.status, (await ticketOf(id))?.status]).toEqual(['Closed', 'open']);
  expect(await service.call(readTicketIssue, { id }, admin)).toMatchObject({
    state: 'sent',
    problem: expect.stringContaining('no way to an open status'),
  });
});

test('internal notes never reach Jira', async () => {
  const { id, key } = await aSentTicket();
  await service.call(addTicketNote, { id, text: 'canary7zq' }, admin);
  await answer(id, 'Any news?');
  jira.comment(key, 'Soon');
  await work();
  const all = JSON.stringify([
    jira.issues,
    jira.issues.map(({ attachments }) => attachments.map(({ content }) => content.toString())),
  ]);
  expect(all).toContain('Any news?');
  expect(all).not.toContain('canary7zq');
});

test('administrators see how far a ticket is, and send one again that Jira refused', async () => {
  const { id, key } = await aSentTicket();
  const access = await jiraAccess(service.services);
  expect(await service.call(readTicketIssue, { id }, admin)).toEqual({
    state: 'sent',
    key,
    link: `${access?.site}/browse/${key}`,
    problem: null,
    nextAt: null,
  });
  expect(await service.call(listTickets, { cust: 'me' }, recruiter)).toContainEqual(
    expect.objectContaining({ id, jiraStatus: 'To Do' }),
  );
  jira.faults.push('refused');
  const refused = nextId;
  await aSentTicket().catch(() => undefined);
  expect(await service.call(readTicketIssue, { id: refused }, admin)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('Team is required.'),
  });
  expect(await service.call(retryTicketIssue, { id: refused }, admin)).toMatchObject({ state: 'waiting' });
  const lines = service.services.db
    .selectFrom('audit')
    .select(['object_id', 'customer_id'])
    .where('command', '=', 'ticket.jira.retry');
  expect(await lines.execute()).toEqual([{ object_id: String(refused), customer_id: service.people.provider }]);
  await work();
  expect(await service.call(readTicketIssue, { id: refused }, admin)).toMatchObject({ state: 'sent' });
  for (const call of [readTicketIssue, retryTicketIssue]) expect((await service.send(call, { id }, recruiter)).status).toBe(403);
});
