import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { listShortContacts } from '#contract/submissions/contacts.ts';
import { listSubmissions, resendSubmission, sendSubmission, settleSubmission } from '#contract/submissions/submissions.ts';
import { countSubmissionErrors } from '#contract/submissions/work.ts';
import { has } from '#domain/jobs/flags.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { type SubmissionStage, startSubmissionStage } from '#tests/support/submissions/submission-stage.ts';
import type { BothSystems } from '#tests/support/submissions/submission-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { publishJobSubmissions } from './job-submissions.ts';

let stage: SubmissionStage;
let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let chief: string;
let recruiter: string;
let north: number;

beforeAll(async () => {
  stage = await startSubmissionStage();
  ({ service, systems, queue, chief, recruiter } = stage);
  north = service.people.north;
});
afterAll(async () => {
  await stage.close();
});

const jobNow = async (id: number) => {
  const found = await service.services.db
    .selectFrom('job')
    .select(['row', 'rev'])
    .where('customer_id', '=', north)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = found.row as JobRow;
  return { submissions: row.submissions, bit: has(row.chgMap, 'submission'), rev: found.rev };
};
const count = () => publishJobSubmissions(service.services.db);
const put = async (caregiverId: number, jobId: number, token = chief) =>
  (await service.call(sendSubmission, { caregiverId: String(caregiverId), jobId }, token)).id;
const errors = async (token: string) => (await service.call(countSubmissionErrors, { cust: 'me' }, token)).count;
const noticesOf = async (id: number) => {
  const { rows } = await sql<{ text: string; userId: number }>`select text, user_id as "userId" from notification
    where customer_id = ${north} and kind = 'submission' and link like ${`%submission:${id}`}`.execute(service.services.db);
  return rows;
};

test('a job counts its submissions and has the bit while one is live; the feed gets it once for each change', async () => {
  expect(await jobNow(1)).toMatchObject({ submissions: 0, bit: false });
  const [first, second] = [await put(70_001, 1), await put(70_002, 1)];
  await count();
  const two = await jobNow(1);
  expect(two).toMatchObject({ submissions: 2, bit: true });
  // Counted already: nothing is published again.
  expect(await count()).toBe(0);
  expect(await jobNow(1)).toEqual(two);
  for (const id of [first, second]) await service.call(settleSubmission, { id, decision: 'withdraw', extId: '' }, chief);
  await count();
  const none = await jobNow(1);
  expect(none).toMatchObject({ submissions: 0, bit: false });
  expect(none.rev).toBeGreaterThan(two.rev);
});

test('the queue counts what a destination refused, a person gets a notice, and resubmitting counts it again', async () => {
  systems.vms.records.closedJobs.add('6002');
  const id = await put(70_004, 2, recruiter);
  await queue.runOnce();
  await queue.runOnce();
  expect(await jobNow(2)).toMatchObject({ submissions: 0, bit: false });
  const [notice, ...more] = await noticesOf(id);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ userId: service.people.recruiter });
  expect(notice?.text).toMatch(/^Caregiver 70004 was not submitted \(job 6002\): ./);
  expect(notice?.text).not.toContain('@');
  systems.vms.records.closedJobs.clear();
  await service.call(resendSubmission, { id }, recruiter);
  await queue.runOnce();
  expect(await jobNow(2)).toMatchObject({ submissions: 1, bit: true });
});

test('ten people at once and two processes that count give one number', async () => {
  const complete = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14];
  await Promise.all(complete.map((nth) => put(70_000 + nth, 3)));
  await Promise.all([count(), count(), queue.runOnce()]);
  await count();
  expect(await jobNow(3)).toMatchObject({ submissions: 10, bit: true });
});

test('a job that was deleted or that collection changes meanwhile stays right', async () => {
  const { db } = service.services;
  await put(70_030, 4);
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job', id: 4, removed: true }]));
  await count();
  expect(await count()).toBe(0);
  await put(70_031, 5);
  await count();
  const { row } = await db.selectFrom('job').select('row').where('id', '=', 5).executeTakeFirstOrThrow();
  const changed = aJob({ ...(row as JobRow), billRate: 81 });
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job', row: changed }]));
  expect(await jobNow(5)).toMatchObject({ submissions: 1, bit: true });
});

test('errors are counted for everyone, or for one’s own, exactly as the list shows them', async () => {
  systems.vms.records.closedJobs.add('6006');
  const mine = await put(70_040, 6, recruiter);
  await put(70_041, 6, chief);
  await queue.runOnce();
  const listed = async (token: string) => service.call(listSubmissions, { isError: 'true' }, token);
  expect(await errors(chief)).toBe((await listed(chief)).total);
  expect(await errors(recruiter)).toBe(1);
  expect((await listed(recruiter)).rows.map(({ id }) => id)).toEqual([mine]);
  // Taken back, it is no work any more.
  await service.call(settleSubmission, { id: mine, decision: 'withdraw', extId: '' }, recruiter);
  expect(await errors(recruiter)).toBe(0);
});

test('the short list of contacts names everyone of the customer, or only oneself', async () => {
  const all = await service.call(listShortContacts, { cust: 'me' }, chief);
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([service.people.chief, service.people.recruiter]));
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)));
  expect(all.every(({ total }) => total === all.length)).toBe(true);
  const onlyMy = await service.call(listShortContacts, { cust: 'me', onlyMy: 'true' }, chief);
  expect(onlyMy.map(({ id }) => id)).toEqual([service.people.chief]);
  const own = await service.call(listShortContacts, { cust: 'me' }, recruiter);
  expect(own.map(({ id }) => id)).toEqual([service.people.recruiter]);
  expect(all.map(({ id }) => id)).not.toContain(service.people.stranger);
});
