import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import type { RightName } from '#contract/kit/rights.ts';
import { SubmissionRow, SubmissionTargetRow } from '#contract/rows/submission.ts';
import { sendSubmission } from '#contract/submissions/submissions.ts';
import { scopeOf } from '#server/feed/scope.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { pullPage } from '#server/sync/pull.ts';
import { pushBatch } from '#server/sync/push.ts';
import { newSubmission } from '#tests/support/factories/submission-factory.ts';
import { type BothSystems, plantSubmissionWorld, startBothSystems } from '#tests/support/submissions/submission-world.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import { submissionQueue } from '../background/submission-jobs.ts';

let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let chief: string;
let north: number;
let targets: { source: number; destination: number };

beforeAll(async () => {
  systems = await startBothSystems();
  service = await startTestService({ allowHosts: systems.hosts });
  north = service.people.north;
  targets = await plantSubmissionWorld(service.services, north, systems);
  queue = submissionQueue(service.services, { reconcileFirst: false });
  await sql`update app_user set rights = array_append(rights, 26) where id = ${service.people.recruiter}`.execute(
    service.services.db,
  );
  chief = await service.signIn('chief');
});
afterAll(async () => {
  await queue.stop();
  await service.close();
  await systems.close();
});

/** A person of North with these rights. */
const person = (userId: number, rights: readonly RightName[]) => ({
  ...actorOf(userId, north, 'A person'),
  rights: new Set(rights),
});
const owner = () => person(service.people.recruiter, ['submissions.use']);
const colleague = () => person(service.people.chief, ['submissions.use']);
const overseer = () => person(service.people.chief, ['submissions.use', 'submissions.all']);
type Who = ReturnType<typeof person>;

let lanes = 0;
let decisions = 0;
async function push(who: Who, name: 'submission.send.v1' | 'submission.resend.v1', args: object, over: object = {}) {
  const createdAt = new Date(service.services.now().getTime() - ++decisions).toISOString();
  const mutations = [mutation(1, name, args, { createdAt, ...over })];
  const asked = { protocol: 1, clientId: laneId(`submission${lanes++}`), customerId: north, mutations } as const;
  // The same batch twice, as after a lost answer.
  const [first, again] = [await pushBatch(service.services, who, asked), await pushBatch(service.services, who, asked)];
  if (!first.ok || first.value.kind !== 'done' || !again.ok || again.value.kind !== 'done')
    throw new Error(JSON.stringify(first));
  const [outcome, replay] = [first.value.outcomes[0], again.value.outcomes[0]];
  expect(replay).toMatchObject({ outcome: outcome?.outcome });
  return outcome;
}
const ofOwner = (ref: string, over: object = {}) =>
  newSubmission(ref, {
    ownerId: service.people.recruiter,
    fromId: targets.source,
    toId: targets.destination,
    jobId: 1,
    caregiverId: '70001',
    ...over,
  });

async function pulled(who: Who, since = 0) {
  const { db } = service.services;
  const { epoch } = await db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow();
  const asked = {
    customerId: north,
    clientId: laneId('reader'),
    epoch,
    scope: scopeOf(who, north).hash,
    since,
    seen: 0,
    limit: 5000,
  };
  const reply = await pullPage(db, who, asked);
  if (!reply.ok || reply.value.kind !== 'page') throw new Error(JSON.stringify(reply));
  return reply.value;
}
const submissionsOf = async (who: Who, since = 0) =>
  (await pulled(who, since)).changes.filter(({ collection }) => collection === 'submission');
const rowsOf = async (who: Who) => (await submissionsOf(who)).flatMap(({ row }) => (row ? [row as SubmissionRow] : []));
const stored = async () => {
  const { rows } = await sql<{ id: number; state: string; caregiver_id: string }>`
    select id, state, caregiver_id from submission where customer_id = ${north} order by id`.execute(service.services.db);
  return rows;
};

test('devices get the targets without sign-in, address, key or settings, and learn of a new name', async () => {
  const targetsOf = async () => (await pulled(owner())).changes.filter(({ collection }) => collection === 'submissionTarget');
  const rows = (await targetsOf()).map(({ row }) => SubmissionTargetRow.strict().parse(row));
  expect(rows.map(({ name }) => name).sort()).toEqual(['Demo Bullhorn', 'Demo Trio']);
  await sql`update submission_target set name = 'Coastal Trio' where customer_id = ${north} and id = ${targets.destination}`.execute(
    service.services.db,
  );
  expect((await targetsOf()).map(({ row }) => (row as SubmissionTargetRow | null)?.name)).toContain('Coastal Trio');
  expect((await pulled(person(service.people.recruiter, []))).changes.map(({ collection }) => collection)).not.toContain(
    'submissionTarget',
  );
});

test('a queued submission is sent once, and each step of it reaches the devices of its owner and of who sees everyone’s', async () => {
  const outcome = await push(owner(), 'submission.send.v1', ofOwner(randomUUID()));
  expect(outcome).toMatchObject({ outcome: 'applied' });
  const [row] = await stored();
  const { head: before } = await pulled(owner());
  await queue.runOnce();
  const [change] = await submissionsOf(owner(), before);
  expect(SubmissionRow.strict().parse(change?.row)).toMatchObject({
    id: row?.id,
    state: 'sent',
    status: 'Submitted',
    providerJobId: '6001',
  });
  expect(systems.vms.records.byEmail('ada.abbott@candidates.example')).toHaveLength(1);
  expect(systems.vms.records.submissions.size).toBe(1);
  expect((await submissionsOf(overseer(), before))[0]?.row).toMatchObject({ state: 'sent' });
  // Another person’s submission is no row of a device that may only have its own.
  expect((await submissionsOf(colleague())).map(({ row: shown }) => shown)).toEqual([null]);
  const whole = JSON.stringify(await pulled(overseer()));
  expect(whole).not.toMatch(/candidates\.example/);
  expect(whole).not.toMatch(/Abbott/i);
});

test('one live submission per caregiver, destination and job, no matter who asks: the later one learns whose it is', async () => {
  const args = ofOwner(randomUUID(), { ownerId: service.people.chief });
  const outcome = await push(overseer(), 'submission.send.v1', args);
  expect(outcome).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
    message: expect.stringContaining('put this caregiver forward'),
  });
  const called = await service.send(sendSubmission, { caregiverId: '70001', jobId: 1 }, chief);
  expect(called.status).toBe(409);
  expect(await stored()).toHaveLength(1);
});

test('two devices at the same moment: one submission, and the other learns whose it is', async () => {
  const both = await Promise.all([
    push(owner(), 'submission.send.v1', ofOwner(randomUUID(), { caregiverId: '70002' })),
    push(overseer(), 'submission.send.v1', ofOwner(randomUUID(), { caregiverId: '70002', ownerId: service.people.chief })),
  ]);
  expect(both.map((one) => one?.outcome ?? '').toSorted((one, other) => one.localeCompare(other))).toEqual([
    'applied',
    'rejected',
  ]);
  expect(both.find((one) => one?.outcome === 'rejected')).toMatchObject({
    message: expect.stringContaining('put this caregiver forward'),
  });
  expect((await stored()).filter((row) => row.caregiver_id === '70002')).toHaveLength(1);
});

test('what is wrong on arrival is refused with the field and its remedy', async () => {
  const refused = async (over: object) =>
    push(owner(), 'submission.send.v1', ofOwner(randomUUID(), { caregiverId: '70003', ...over }));
  expect(await refused({ ownerId: service.people.chief })).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining('Sign in'),
  });
  expect(await refused({ jobId: 999 })).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining('Choose another job'),
  });
  const reversed = { fromId: targets.destination, toId: targets.source };
  expect(await refused(reversed)).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining('Choose another source'),
  });
  await sql`update job set row = row || '{"status": "Closed"}' where customer_id = ${north} and id = 2`.execute(
    service.services.db,
  );
  expect(await refused({ jobId: 2 })).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining('takes no submissions'),
  });
  const noRight = await push(person(service.people.recruiter, []), 'submission.send.v1', ofOwner(randomUUID()));
  expect(noRight).toMatchObject({ outcome: 'rejected', code: 'forbidden' });
});

test('a submission that was queued more than a day ago asks the person before it is sent', async () => {
  const createdAt = new Date(service.services.now().getTime() - 25 * 3_600_000).toISOString();
  const args = ofOwner(randomUUID(), { caregiverId: '70004' });
  expect(await push(owner(), 'submission.send.v1', args, { createdAt })).toMatchObject({ outcome: 'rejected', code: 'expired' });
  expect((await stored()).filter((row) => row.caregiver_id === '70004')).toEqual([]);
});

test('a caregiver who is gone from the source is refused by the sender; the reason reaches the device, and resending starts again', async () => {
  await push(owner(), 'submission.send.v1', ofOwner(randomUUID(), { caregiverId: '79999' }));
  await queue.runOnce();
  const last = async () => (await rowsOf(owner())).find((row) => row.caregiverId === '79999');
  const refused = await last();
  expect(refused).toMatchObject({ state: 'refused' });
  expect(refused?.errorText).not.toBe('');
  const again = { id: refused?.id, ref: null };
  expect(await push(colleague(), 'submission.resend.v1', again)).toMatchObject({ outcome: 'rejected', code: 'gone' });
  expect(await push(owner(), 'submission.resend.v1', again)).toMatchObject({ outcome: 'applied' });
  expect(await last()).toMatchObject({ state: 'wanted', errorText: '' });
  const sent = (await rowsOf(owner())).find((row) => row.state === 'sent');
  expect(await push(owner(), 'submission.resend.v1', { id: sent?.id, ref: null })).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining(messages.notResubmitted),
  });
});
