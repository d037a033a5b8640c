import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import {
  checkBeforeSending,
  listCaregivers,
  listSubmissionStatuses,
  listSubmissions,
  readSubmissionHistory,
  receiveSubmissionHook,
  resendSubmission,
  sendSubmission,
  settleSubmission,
  syncSubmissionStatus,
} from '#contract/submissions/submissions.ts';
import { trioStatuses } from '#server/demo/submissions/trio-records.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import { writeRows } from '#server/feed/publish.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { createLineReader, type LineReader } from '#tests/contract/audit/audit-lines.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import {
  type BothSystems,
  plantSubmissionWorld,
  sendHook,
  startBothSystems,
  testHookKey,
} from '#tests/support/submissions/submission-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { followAts, writeRefusals } from '../ats/follow-ats.ts';
import { submissionQueue } from '../background/submission-jobs.ts';
import { syncStatuses } from '../status/follow-events.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { wantSubmission } from './want-submission.ts';

const races = Number(process.env['SUBMISSION_RACES'] ?? 40);

let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let reader: LineReader;
let chief: string;
let recruiter: string;
let stranger: string;
let north: number;
let source: number;
let destination: number;

beforeAll(async () => {
  systems = await startBothSystems();
  service = await startTestService({ allowHosts: systems.hosts });
  north = service.people.north;
  ({ source, destination } = await plantSubmissionWorld(service.services, north, systems));
  queue = submissionQueue(service.services, { reconcileFirst: false });
  reader = createLineReader(service);
  [chief, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
  await sql`update app_user set rights = array_append(rights, 26) where id in (${service.people.recruiter}, ${service.people.stranger})`.execute(
    service.services.db,
  );
  [recruiter, stranger] = [await service.signIn('recruiter'), await service.signIn('stranger')];
});
afterAll(async () => {
  await queue.stop();
  await service.close();
  await systems.close();
});
beforeEach(() => {
  systems.ats.faults.length = 0;
  systems.vms.faults.length = 0;
});

const asking = (caregiverId: number, jobId = 1) => ({ caregiverId: String(caregiverId), jobId });
const sent = async (caregiverId: number, jobId = 1, token = chief): Promise<number> => {
  const { id } = await service.call(sendSubmission, asking(caregiverId, jobId), token);
  await queue.runOnce();
  return id;
};
/** Runs the queue as if the next look-up or try of every submission were due. */
const laterOn = async (): Promise<void> => {
  await sql`update submission set next_at = ${new Date(0)} where next_at is not null`.execute(service.services.db);
  await queue.runOnce();
};
const seen = async (id: number, token = chief) => {
  const { rows } = await service.call(listSubmissions, { pageSize: 200 }, token);
  return rows.find((row) => row.id === id);
};
const refusal = async (args: object) => {
  const answer = await service.send(sendSubmission, args as never, chief);
  return { status: answer.status, text: JSON.stringify(answer.body) };
};

test('a caregiver is found, checked and submitted: one candidate and one submission there, with the files byte for byte', async () => {
  const found = await service.call(listCaregivers, { providerJobId: '6001', lastName: 'abb', firstName: 'Ada' }, chief);
  expect(found).toMatchObject([{ caregiverId: '70001', lastName: 'Abbott', degree: 'Registered Nurse' }]);
  const check = await service.call(checkBeforeSending, asking(70_001), chief);
  expect(check).toMatchObject({
    fromId: source,
    toId: destination,
    providerJobId: '6001',
    degree: { own: 'RN', destination: 'Registered Nurse' },
    documents: [{ name: 'Resume' }, { name: 'License', isFound: true, expires: expect.stringMatching(/^2099/) }],
    problems: [],
  });
  const line = await reader.lineOf(sendSubmission, asking(70_001), chief);
  expect(line).toMatchObject({ object_kind: 'submission', detail: { job: '6001' } });
  await queue.runOnce();
  const id = Number(line.object_id);
  expect(await seen(id)).toMatchObject({
    state: 'sent',
    status: 'Submitted',
    isError: false,
    from: 'Demo Bullhorn',
    to: 'Demo Trio',
  });
  expect(systems.vms.records.byEmail('ada.abbott@candidates.example')).toHaveLength(1);
  const [made] = systems.vms.records.submissions.values();
  const digest = (at: number) =>
    createHash('sha256')
      .update(systems.ats.records.files.of(70_001)[at]?.bytes ?? '')
      .digest('hex');
  expect(made?.files.map((file) => [file.type, file.digest])).toEqual([
    ['RES', digest(0)],
    ['LIC', digest(1)],
  ]);
  const history = await service.call(readSubmissionHistory, { id }, chief);
  expect(history.attempts.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual([
    'lookUp done',
    'makeCaregiver done',
    'submit done',
  ]);
  expect(history.attempts.at(-1)?.documents.map((one) => one.digest)).toEqual([digest(0), digest(1)]);
});

test('what is missing is named before anything leaves, and nothing is made', async () => {
  const before = systems.vms.records.submissions.size;
  const noLicense = await service.call(checkBeforeSending, asking(70_003), chief);
  expect(noLicense.problems).toEqual([expect.stringContaining('“License” is missing')]);
  expect((await service.call(checkBeforeSending, asking(70_026), chief)).problems).toEqual([
    expect.stringContaining('expired on 2024'),
  ]);
  expect((await service.call(checkBeforeSending, asking(79_999), chief)).problems).toEqual([
    expect.stringContaining('no longer has'),
  ]);
  expect(await refusal(asking(70_003))).toMatchObject({
    status: 400,
    text: expect.stringContaining(messages.submissionNotCreated),
  });
  expect(await refusal({ ...asking(70_002), fromId: destination, toId: destination })).toMatchObject({
    text: expect.stringContaining(messages.sameSubmissionTarget),
  });
  expect(await refusal(asking(70_002, 999))).toMatchObject({ text: expect.stringContaining('no longer exists') });
  const nameless = await service.send(listCaregivers, { lastName: 'Abb' }, chief);
  expect(JSON.stringify(nameless.body)).toContain(messages.submissionSourceRequired);
  systems.ats.faults.push('html-before');
  const lost = await service.send(listCaregivers, { fromId: source, lastName: 'Abb' }, chief);
  expect(JSON.stringify(lost.body)).toContain(messages.caregiversNotListed);
  await queue.runOnce();
  expect(systems.vms.records.submissions.size).toBe(before);
});

test('a job that closes after the click, a gone caregiver and an email address held twice are refused with the reason', async () => {
  const { id } = await service.call(sendSubmission, asking(70_004, 2), chief);
  const closed = aJob({ id: 2, providerJobId: '6002', status: 'Filled', submissionLimit: 999 });
  await service.services.db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job', row: closed }]));
  await queue.runOnce();
  expect(await seen(id)).toMatchObject({
    state: 'refused',
    status: 'Error',
    errorText: expect.stringContaining('takes no submissions'),
  });
  const twice = { FirstName: 'Elena', LastName: 'Abbott', Email: 'elena.abbott@candidates.example' };
  systems.vms.records.addCandidate(twice);
  systems.vms.records.addCandidate(twice);
  expect(await seen(await sent(70_005, 3))).toMatchObject({
    state: 'refused',
    errorText: expect.stringContaining('2 caregivers'),
  });
});

test('a lost answer is looked up: the submission is there once; a destination that does not show it needs a person', async () => {
  await sent(70_006, 4);
  systems.vms.faults.push('drop-after');
  const id = await sent(70_006, 5);
  expect(await seen(id)).toMatchObject({ state: 'unknown', status: 'No answer yet' });
  await laterOn();
  expect(await seen(id)).toMatchObject({ state: 'sent' });
  expect([...systems.vms.records.submissions.values()].filter(({ JobNumber }) => JobNumber === 6005)).toHaveLength(1);
  systems.vms.faults.push('drop-after');
  const other = await sent(70_006, 6);
  const made = [...systems.vms.records.submissions.values()].find(({ JobNumber }) => JobNumber === 6006);
  systems.vms.records.submissions.delete(made?.Number ?? 0);
  for (let lookUp = 0; lookUp < 4; lookUp++) await laterOn();
  expect(await seen(other)).toMatchObject({ state: 'human', isError: true, status: 'Needs a decision' });
  const nowhere = await service.send(settleSubmission, { id: other, decision: 'there', extId: '123' }, chief);
  expect(JSON.stringify(nowhere.body)).toContain('no submission with this ID');
  await reader.lineOf(resendSubmission, { id: other }, chief);
  await queue.runOnce();
  expect(await seen(other)).toMatchObject({ state: 'sent' });
});

test('a process that ends during the call: what it left is looked up, not sent again', async () => {
  const id = await sent(70_007, 7);
  await sql`update submission set state = 'sending', ext_id = '', status = '', status_at = null, ended_at = null,
    lease_until = ${new Date(0)}, next_at = ${new Date(0)} where id = ${id}`.execute(service.services.db);
  await queue.runOnce();
  expect(await seen(id)).toMatchObject({ state: 'unknown' });
  await laterOn();
  expect(await seen(id)).toMatchObject({ state: 'sent' });
  expect([...systems.vms.records.submissions.values()].filter(({ JobNumber }) => JobNumber === 6007)).toHaveLength(1);
});

test('a person takes a submission back before it leaves, and decides one that is there', async () => {
  const { id } = await service.call(sendSubmission, asking(70_008, 8), chief);
  const line = await reader.lineOf(settleSubmission, { id, decision: 'withdraw' }, chief);
  expect(line).toMatchObject({ detail: { decision: 'withdraw' } });
  await queue.runOnce();
  expect(await seen(id)).toMatchObject({ state: 'withdrawn' });
  const there = await sent(70_008, 8);
  const { extId = '' } = (await seen(there)) ?? {};
  await sql`update submission set state = 'human', ext_id = '', status = '', status_at = null where id = ${there}`.execute(
    service.services.db,
  );
  expect(await service.call(settleSubmission, { id: there, decision: 'there', extId }, chief)).toMatchObject({
    state: 'sent',
    extId,
  });
  const again = await service.send(resendSubmission, { id: there }, chief);
  expect(JSON.stringify(again.body)).toContain(messages.notResubmitted);
});

test('one live submission however many ask at once: the others get its owner', async () => {
  const { db, now } = service.services;
  const own = scopeTo(db, [north]);
  const { recruiter: one, chief: other } = service.people;
  for (let race = 0; race < races; race++) {
    const wanted = { customerId: north, fromId: source, toId: destination, jobId: 20, providerJobId: '6020' };
    const caregiver = { caregiverId: String(80_000 + race), email: `race-${race}@candidates.example` };
    const askers = [one, one, other, other, null];
    const answers = await Promise.all(
      askers.map((userId) =>
        own
          .transaction()
          .execute((tx) =>
            wantSubmission(tx, { ...wanted, ...caregiver, userId, eventId: userId === null ? `e${race}` : '' }, now()),
          ),
      ),
    );
    const made = answers.filter(({ kind }) => kind === 'wanted');
    expect(made).toHaveLength(1);
    const at = answers.findIndex(({ kind }) => kind === 'wanted');
    const owner = { [one]: 'The recruiter', [other]: 'The chief' }[askers[at] ?? 0] ?? 'An event of the ATS';
    for (const answer of answers)
      if (answer.kind === 'conflict') expect(answer.rival).toMatchObject({ by: owner, state: 'wanted' });
  }
  await sql`delete from submission where job_id = 20`.execute(db);
}, 600_000);

test('the second recruiter gets the name of the first one', async () => {
  await sent(70_009, 9, recruiter);
  const answer = await service.send(sendSubmission, asking(70_009, 9), chief);
  expect(answer).toMatchObject({ status: 409, body: { current: { by: 'The recruiter' } } });
});

test('people see their own submissions, those with the right everyone’s, and others none', async () => {
  const id = await sent(70_010, 10, recruiter);
  const mine = await service.call(listSubmissions, { pageSize: 200 }, recruiter);
  expect(mine.rows.every(({ contact }) => contact === 'The recruiter')).toBe(true);
  const foreign = await service.call(listSubmissions, {}, stranger);
  expect(foreign.total).toBe(0);
  const first = (await service.call(listSubmissions, { pageSize: 200 }, chief)).rows.at(-1)?.id ?? 0;
  for (const endpoint of [readSubmissionHistory, syncSubmissionStatus, resendSubmission] as const)
    expect((await service.send(endpoint, { id }, stranger)).status).toBe(404);
  expect((await service.send(settleSubmission, { id, decision: 'withdraw' }, stranger)).status).toBe(404);
  expect((await service.send(readSubmissionHistory, { id: first }, recruiter)).status).toBe(404);
  const statuses = await service.call(listSubmissionStatuses, {}, recruiter);
  expect(statuses).toContainEqual({ name: 'Submitted', count: 2 });
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(mine.total);
});

const hook = (body: object | string, key = testHookKey) => sendHook(service.app, receiveSubmissionHook, body, key);

test('500 webhooks, shuffled and doubled: each submission ends with its last status', async () => {
  const random = seededRandom(5);
  const submissions = [...systems.vms.records.submissions.values()];
  const hooks: object[] = [];
  while (hooks.length < 250) {
    const { Number: number } = random.pick(submissions);
    const moved = systems.vms.move(number, random.pick(trioStatuses.slice(0, 6)));
    if (moved) hooks.push(moved);
  }
  const all = [...hooks, ...hooks].map((body) => ({ body, at: random.next() })).sort((a, b) => a.at - b.at);
  for (let from = 0; from < all.length; from += 20) {
    const codes = await Promise.all(all.slice(from, from + 20).map(({ body }) => hook(body)));
    expect(new Set(codes)).toEqual(new Set([202]));
  }
  await queue.runOnce();
  const { rows } = await service.call(listSubmissions, { pageSize: 200 }, chief);
  const held = systems.vms.records.submissions;
  const there = rows.filter(({ state }) => state === 'sent');
  expect(there.length).toBeGreaterThan(4);
  for (const row of there) expect(row.status).toBe(held.get(Number(row.extId))?.Status);
});

test('a forged, foreign or senseless webhook changes nothing, and one that proves a lost answer settles it', async () => {
  const forged = { Number: 1, Status: 'Accepted', JobNumber: 6001, CandidateNumber: 1 };
  expect(await hook(forged)).toBe(202);
  expect(await hook(forged, 'x'.repeat(43))).toBe(404);
  expect(await hook('hello')).toBe(400);
  systems.vms.faults.push('drop-after');
  await sent(70_006, 11);
  const lost = (await service.call(listSubmissions, {}, chief)).rows[0];
  expect(lost).toMatchObject({ state: 'unknown', jobId: 11 });
  const made = [...systems.vms.records.submissions.values()].find(({ JobNumber }) => JobNumber === 6011);
  expect(await hook(systems.vms.move(made?.Number ?? 0, 'Offered') ?? {})).toBe(202);
  await queue.runOnce();
  expect(await seen(lost?.id ?? 0)).toMatchObject({ state: 'sent', status: 'Offered' });
  const { rows } = await sql<{ words: string }>`select words from submission_event where state = 'ignored'`.execute(
    service.services.db,
  );
  expect(rows).toEqual([{ words: 'The destination does not show this submission.' }]);
});

test('a status is read on demand and on schedule', async () => {
  const id = await sent(70_011, 12);
  const { extId = '' } = (await seen(id)) ?? {};
  systems.vms.move(Number(extId), 'Interview');
  const line = await reader.lineOf(syncSubmissionStatus, { id }, chief);
  expect(line).toMatchObject({ detail: { status: 'Interview' } });
  systems.vms.move(Number(extId), 'Accepted');
  const { services } = service;
  const open = (customerId: number, targetId: number) => openSubmissionTarget(services, customerId, targetId);
  expect(await syncStatuses({ ...services, open })).toBeGreaterThan(0);
  expect(await seen(id)).toMatchObject({ status: 'Accepted' });
  const { statuses } = await service.call(readSubmissionHistory, { id }, chief);
  expect(statuses.map(({ status, how }) => [status, how])).toEqual([
    ['Submitted', 'event'],
    ['Interview', 'person'],
    ['Accepted', 'schedule'],
  ]);
  const { id: waiting } = await service.call(sendSubmission, asking(70_012, 13), chief);
  const none = await service.send(syncSubmissionStatus, { id: waiting }, chief);
  expect(JSON.stringify(none.body)).toContain(messages.submissionStatusNotUpdated);
  await queue.runOnce();
});

test('a submission that a person makes in the ATS goes the same way; why one fails is written there', async () => {
  const { db, now } = service.services;
  await sql`insert into submission_subscription (customer_id, target_id, name, made_at) values (${north}, ${source}, 'test', ${now()})`.execute(
    db,
  );
  await followAts(service.services);
  for (const [jobId, extId] of [
    [14, '50014'],
    [15, '50015'],
  ] as const) {
    const post = { customer_id: north, target_id: 1, job_id: jobId, generation: 1, reference: `R${jobId}`, state: 'done' };
    await sql`insert into post (customer_id, target_id, job_id, generation, reference, state, external_id, next_at, created_at, updated_at)
      values (${post.customer_id}, 1, ${jobId}, 1, ${post.reference}, 'done', ${extId}, ${now()}, ${now()}, ${now()})`.execute(
      db,
    );
  }
  const good = systems.ats.records.addSubmission({ candidate: { id: 70_014 }, jobOrder: { id: 50_014 } });
  const bad = systems.ats.records.addSubmission({ candidate: { id: 70_003 }, jobOrder: { id: 50_015 } });
  expect(await followAts(service.services)).toBe(2);
  await queue.runOnce();
  const { rows } = await service.call(listSubmissions, { jobId: 14 }, chief);
  expect(rows).toMatchObject([{ state: 'sent', contact: '', contactId: null, atsJobId: '50014' }]);
  const inAts = (id: number) => systems.ats.records.submissions.find((one) => one.id === id);
  expect(inAts(bad)).toMatchObject({ status: 'Not submitted', customText4: expect.stringContaining('“License” is missing') });
  expect(inAts(good)?.['status']).toBeUndefined();
  expect(await followAts(service.services)).toBe(0);
  const again = systems.ats.records.addSubmission({ candidate: { id: 70_014 }, jobOrder: { id: 50_014 } });
  await followAts(service.services);
  expect(inAts(again)).toMatchObject({ customText4: expect.stringContaining('put this caregiver forward for this job already') });
  expect(await writeRefusals(service.services)).toBe(0);
});

test('email addresses, phone numbers, birth dates and secrets are in no attempt, event, audit line or feed', async () => {
  const { db } = service.services;
  const tables = ['submission_attempt', 'submission_event', 'submission_status', 'audit', 'job', 'job_history'];
  const { rows } = await sql<{ all: string }>`select coalesce(string_agg(t.x, ' '), '') as all from (${sql.join(
    tables.map((table) => sql`select row_to_json(${sql.table(table)})::text as x from ${sql.table(table)}`),
    sql` union all `,
  )}) t`.execute(db);
  const text = rows[0]?.all ?? '';
  expect(text.length).toBeGreaterThan(1000);
  for (const canary of [
    /@candidates\.example/i,
    /555-01\d\d/,
    /19[789]\d-\d\d-\d\d/,
    /trio-demo-key|harbor-Demo|demo-client-secret/,
  ])
    expect(text).not.toMatch(canary);
});
