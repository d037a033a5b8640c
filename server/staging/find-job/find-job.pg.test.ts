import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#contract/kit/errors.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { findJob } from '#contract/staging/find-job.ts';
import { flag } from '#domain/jobs/flags.ts';
import { jobHeader } from '#domain/staging/job-header.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type MailWorld, startMailWorld } from '#tests/support/worlds/mail-world.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let mails: MailWorld;
let recruiter: string;
let north: number;
const seeded = 200;
const [removedId, mailTask] = [900, 77];

beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  await stage(service.services.db, north, 1);
  mails = await startMailWorld(service.services, north, mailTask);
  recruiter = await service.signIn('recruiter');
});
afterAll(async () => {
  await mails.stop();
  await service.close();
});

const find = (jobId: string, over: { sourceId?: number; targetId?: number } = {}) =>
  service.call(findJob, { cust: 'me', jobId, targetId: 1, ...over }, recruiter);

const states: readonly Partial<JobRow>[] = [
  {},
  { chgMap: flag.onHold },
  { chgMap: flag.hidden },
  { status: 'Cancelled' },
  { status: 'Cancelled', skipRuleId: 7 },
  { status: 'Cancelled', chgMap: flag.manuallyCancelled },
  { status: 'Filled' },
  { facilityValueId: null },
];
/** What each state stops: the stage and what it says. */
const stops: readonly (readonly [stage: string, state: string, text: RegExp])[] = [
  ['posted', 'waiting', /can be posted/],
  ['posted', 'stopped', /on hold/],
  ['posted', 'stopped', /hidden/],
  ['posted', 'stopped', /vendor has canceled/],
  ['ruled', 'stopped', /Rule 7 canceled/],
  ['posted', 'stopped', /canceled by hand/],
  ['posted', 'stopped', /lists the job as Filled/],
  ['mapped', 'waiting', /Not mapped: facility/],
];

test(`${seeded} jobs in every state are found, each with what stops it`, async () => {
  const jobs = Array.from({ length: seeded }, (_, n) =>
    aJob({ ...states[n % states.length], id: 1000 + n, providerJobId: `FJ-${n}` }),
  );
  await service.services.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, north, [
        { collection: 'target', row: aTarget() },
        ...jobs.map((row) => ({ collection: 'job' as const, row })),
      ]),
    );
  for (const [n, job] of jobs.entries()) {
    const { found } = await find(`fj-${n} `);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: 'job', id: job.id, header: jobHeader(job) });
    const [stage, state, text] = stops[n % stops.length] ?? [];
    const step = found[0]?.steps.find((one) => one.stage === stage);
    expect({ n, ...step }).toMatchObject({ n, state, text: expect.stringMatching(text ?? /^$/) });
  }
});

test('a job is found by our ID, its ID in the ATS and the reference of its post, with what was sent', async () => {
  const post = { customer_id: north, target_id: 1, job_id: 1000, reference: 'JD-REF-1', state: 'done' as const };
  const times = { next_at: new Date(), created_at: new Date(), updated_at: new Date() };
  await service.services.db
    .insertInto('post')
    .values({
      ...post,
      ...times,
      external_id: 'ATS-55',
      words: null,
      sent: JSON.stringify({ title: 'RN ICU', publicDescription: 'sha256:00' }),
    })
    .execute();
  for (const id of ['1000', 'ats-55', 'JD-REF-1', 'FJ-0']) expect((await find(id)).found[0]).toMatchObject({ id: 1000 });
  const steps = (await find('FJ-0')).found[0]?.steps;
  expect(steps?.find(({ stage }) => stage === 'posted')?.values).toEqual([
    { label: 'title', value: 'RN ICU' },
    { label: 'publicDescription', value: 'a long text, as in the job' },
  ]);
  expect((await find('FJ-0', { sourceId: 5 })).found).toEqual([]);
});

test('a refused row, an email that gave no job and a removed job are found, though they are no jobs', async () => {
  const { db } = service.services;
  const refused = [
    { row: 12, providerJobId: 'RF-1', problems: [{ field: 'billRate', value: '-5', remedy: 'Send a rate above 0.' }] },
  ];
  const run = { customer_id: north, task_id: mailTask, started_at: new Date(), how: 'schedule' as const, file_name: null };
  await db
    .insertInto('collection_run')
    .values({ ...run, refused: JSON.stringify(refused) })
    .execute();
  const [row] = (await find('rf-1')).found;
  expect(row).toMatchObject({ kind: 'refused', id: null, source: 'Lakeside', taskId: mailTask, header: 'was refused' });
  expect(row?.steps[0]?.values).toEqual([{ label: 'billRate', value: '-5 — Send a rate above 0.' }]);

  await mails.send({ subject: 'A new order', text: 'We need a nurse for order ML-9 in Reno.' });
  const [mail] = (await find('ML-9')).found;
  expect(mail).toMatchObject({ kind: 'email', id: null, source: 'Lakeside', mailId: expect.any(Number) as number });

  await db
    .transaction()
    .execute((tx) => writeRows(tx, north, [{ collection: 'job', row: aJob({ id: removedId, providerJobId: 'GONE' }) }]));
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'job', id: removedId, removed: true }]));
  expect((await find(String(removedId))).found).toMatchObject([{ kind: 'removed', id: removedId, header: 'was removed' }]);
  expect((await find('no such job')).found).toEqual([]);
});

test('a blank ID is refused by name; the jobs of another customer are not found', async () => {
  const { status, body } = await service.send(findJob, { cust: 'me', jobId: '  ' }, recruiter);
  expect({ status, fields: Refusal.parse(body) }).toMatchObject({
    status: 400,
    fields: { fields: { jobId: 'Enter a job ID.' } },
  });
  const stranger = await service.signIn('stranger');
  expect((await service.call(findJob, { cust: 'me', jobId: 'FJ-0' }, stranger)).found).toEqual([]);
  expect((await service.send(findJob, { cust: north, jobId: 'FJ-0' }, stranger)).status).toBe(404);
});
