import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSubmissions, receiveSubmissionHook, sendSubmission } from '#contract/submissions/submissions.ts';
import { endSubscriptions } from '#server/demo/bullhorn/bullhorn-events.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { type SubmissionStage, startSubmissionStage } from '#tests/support/submissions/submission-stage.ts';
import { type BothSystems, sendHook, testHookKey } from '#tests/support/submissions/submission-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import { followAts } from '../ats/follow-ats.ts';

let stage: SubmissionStage;
let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let chief: string;
let recruiter: string;
let source: number;

beforeAll(async () => {
  stage = await startSubmissionStage();
  ({ service, systems, queue, chief, recruiter } = stage);
  ({ source } = stage.targets);
});
afterAll(async () => {
  await stage.close();
});

const asked = async (caregiverId: number, jobId: number): Promise<number> =>
  (await service.call(sendSubmission, { caregiverId: String(caregiverId), jobId }, chief)).id;
const seen = async (id: number) => {
  const { rows } = await service.call(listSubmissions, { pageSize: 200 }, chief);
  return rows.find((row) => row.id === id);
};
const made = () => systems.vms.records.submissions.size + systems.vms.records.candidates.size;

test('a caregiver who is gone when the submission leaves: refused, with the remedy, and nothing is made', async () => {
  const before = made();
  const id = await asked(70_021, 1);
  const { candidates } = systems.ats.records;
  candidates.splice(
    candidates.findIndex((one) => one.id === 70_021),
    1,
  );
  await queue.runOnce();
  expect(await seen(id)).toMatchObject({
    state: 'refused',
    isError: true,
    errorText: 'The source no longer has this caregiver. Search again.',
  });
  expect(made()).toBe(before);
});

const pdf = '%PDF-1.4\n';
test.each([
  ['of 60 MB', Buffer.alloc(60 * 1024 * 1024, pdf), '“Resume.pdf” has 60 MB, and the destination takes 10 MB at most.'],
  ['of 0 bytes', Buffer.alloc(0), '“Resume.pdf” is empty. Upload it again in the source.'],
  ['that is a program', Buffer.from('MZ\u0090 program'), '“Resume.pdf” is a program. Replace it in the source by a document.'],
  ['that is no PDF', Buffer.from('<html>Not found</html>'), '“Resume.pdf” is not what its name says.'],
])('a document %s: refused by its name, and nothing is made', async (_name, bytes, words) => {
  const before = made();
  const { files } = systems.ats.records;
  const whole = files.of(70_022);
  files.set(
    70_022,
    whole.map((file) => (file.name === 'Resume.pdf' ? { ...file, bytes } : file)),
  );
  const id = await asked(70_022, 2);
  await queue.runOnce();
  files.set(70_022, whole);
  expect(await seen(id)).toMatchObject({ state: 'refused', errorText: expect.stringContaining(words) });
  expect(made()).toBe(before);
});

test('a job that closes at the destination: refused with its own words, once', async () => {
  systems.vms.records.closedJobs.add('6003');
  const id = await asked(70_024, 3);
  await queue.runOnce();
  expect(await seen(id)).toMatchObject({ state: 'refused', errorText: expect.stringContaining('The job is closed.') });
  await queue.runOnce();
  expect([...systems.vms.records.submissions.values()].some(({ JobNumber }) => JobNumber === 6003)).toBe(false);
});

test('a status that Jobdock does not know is shown as the destination names it, and an older report does not replace it', async () => {
  const id = await asked(70_025, 4);
  await queue.runOnce();
  const { extId = '' } = (await seen(id)) ?? {};
  const older = systems.vms.move(Number(extId), 'Reviewed');
  const newer = systems.vms.move(Number(extId), 'On hold by the MSP');
  for (const body of [newer, older, newer]) {
    expect(await sendHook(service.app, receiveSubmissionHook, body ?? {}, testHookKey)).toBe(202);
    await queue.runOnce();
  }
  expect(await seen(id)).toMatchObject({ state: 'sent', isError: false, status: 'On hold by the MSP' });
});

test('a subscription that Bullhorn ended after 30 days is made again; what was made meanwhile is sent, each once', async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  await sql`insert into submission_subscription (customer_id, target_id, name, made_at) values (${north}, ${source}, 'old', ${now()})`.execute(
    db,
  );
  await sql`insert into post (customer_id, target_id, job_id, generation, reference, state, external_id, next_at, created_at, updated_at)
    values (${north}, 1, 5, 1, 'R5', 'done', '50005', ${now()}, ${now()}, ${now()})`.execute(db);
  const { records, faults } = systems.ats;
  const submitted = (id: number, daysAgo = 0) =>
    records.addSubmission({ candidate: { id }, jobOrder: { id: 50_005 }, dateAdded: now().getTime() - daysAgo * 86_400_000 });
  const sentByAts = async () => {
    const { rows } = await service.call(listSubmissions, { jobId: 5 }, chief);
    return rows.map(({ caregiverId }) => Number(caregiverId)).toSorted((a, b) => a - b);
  };
  submitted(70_026, 60);
  await followAts(service.services);
  submitted(70_027);
  await followAts(service.services);
  expect(await sentByAts()).toEqual([70_027]);

  await sql`update submission_subscription set read_at = ${new Date(now().getTime() - 40 * 86_400_000)} where target_id = ${source}`.execute(
    db,
  );
  endSubscriptions(records);
  for (const [id, daysAgo] of [
    [70_036, 35],
    [70_037, 9],
    [70_038, 1],
  ] as const)
    submitted(id, daysAgo);
  faults.push('error-before');
  expect(await followAts(service.services)).toBe(0);
  const all = [70_027, 70_036, 70_037, 70_038];
  await followAts(service.services);
  expect(await sentByAts()).toEqual(all);
  const { rows } = await sql<{
    problem: string;
  }>`select problem from submission_subscription where target_id = ${source}`.execute(db);
  expect(rows).toEqual([{ problem: '' }]);

  submitted(70_028);
  expect(await followAts(service.services)).toBe(1);
  // A process that ended after the subscription was made again has left this mark.
  await sql`update submission_subscription set cursor = '' where target_id = ${source}`.execute(db);
  submitted(70_029);
  await followAts(service.services);
  await followAts(service.services);
  expect(await sentByAts()).toEqual([70_027, 70_028, 70_029, 70_036, 70_037, 70_038]);
});

test('a caregiver whose making had no answer is not made again by another submission: it waits, and both go out', async () => {
  const { records } = systems.vms;
  const withAddress = () => {
    const known = systems.ats.records.candidates.find(({ id }) => id === 70_022);
    return records.byEmail(String(known?.['email']));
  };
  // What events of the ATS asked for before goes out first.
  await queue.runOnce();
  const ids = [await asked(70_022, 6), await asked(70_022, 7)];
  systems.vms.faults.push('drop-after');
  await queue.runOnce();
  service.advance(20_000);
  await queue.runOnce();
  expect((await Promise.all(ids.map(seen))).map((row) => row?.state)).toEqual(['wanted', 'wanted']);
  expect(withAddress()).toHaveLength(1);
  for (let turn = 0; turn < 4; turn++) {
    service.advance(61_000);
    await queue.runOnce();
  }
  expect((await Promise.all(ids.map(seen))).map((row) => row?.state)).toEqual(['sent', 'sent']);
  expect(withAddress()).toHaveLength(1);
});

test('two recruiters in two tabs each and an event of the ATS at once: one submission, and the others learn whose it is', async () => {
  const { records } = systems.ats;
  for (const caregiverId of [70_031, 70_032, 70_034]) {
    const event = records.addSubmission({ candidate: { id: caregiverId }, jobOrder: { id: 50_005 } });
    const [, ...answers] = await Promise.all([
      followAts(service.services),
      ...[chief, recruiter, chief, recruiter].map((token) =>
        service.send(sendSubmission, { caregiverId: String(caregiverId), jobId: 5 }, token),
      ),
    ]);
    const { rows } = await service.call(listSubmissions, { jobId: 5 }, chief);
    const [mine, ...others] = rows.filter((row) => row.caregiverId === String(caregiverId));
    expect(others).toEqual([]);
    const isByEvent = mine?.contactId === null;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(isByEvent ? 0 : 1);
    const owner = isByEvent ? 'An event of the ATS' : mine?.contact;
    for (const { status, body } of answers)
      if (status !== 200) expect({ status, body }).toMatchObject({ status: 409, body: { current: { by: owner } } });
    const why = records.submissions.find(({ id }) => id === event)?.['customText4'];
    if (isByEvent) expect(why).toBeUndefined();
    else expect(why).toContain(`${owner} put this caregiver forward for this job already`);
    await queue.runOnce();
  }
});
