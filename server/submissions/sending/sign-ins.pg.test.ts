import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveDictionaryEntry, saveDictionaryMapping } from '#contract/submissions/dictionaries.ts';
import { removeSubmissionLogin, saveSubmissionLogin } from '#contract/submissions/logins.ts';
import { checkBeforeSending, listSubmissions, resendSubmission, sendSubmission } from '#contract/submissions/submissions.ts';
import { trioPeople } from '#server/demo/submissions/trio-double.ts';
import type { PostingQueue } from '#server/posting/posting-queue.ts';
import { replaceConnector } from '#tests/support/submissions/replace-connector.ts';
import { type SubmissionStage, startSubmissionStage } from '#tests/support/submissions/submission-stage.ts';
import type { BothSystems } from '#tests/support/submissions/submission-world.ts';
import type { TestService } from '#tests/support/test-service.ts';
import type { SubmissionConnector } from '../adapter.ts';
import { trioConnector } from '../adapters/trio/trio-adapter.ts';
import { wantSubmission } from '../requests/want-submission.ts';

let stage: SubmissionStage;
let service: TestService;
let systems: BothSystems;
let queue: PostingQueue;
let chief: string;
let recruiter: string;
let targets: { readonly source: number; readonly destination: number };

let callTrio: () => void = () => undefined;
/** Trio with two dictionaries, as another destination may have them. */
const withDictionaries: SubmissionConnector = (...opening) => ({
  ...trioConnector(...opening),
  dictionaries: [
    { objectId: 3, field: 'CaregiverType', isRequired: true },
    { objectId: 5, field: 'State', isRequired: false },
  ],
});

beforeAll(async () => {
  stage = await startSubmissionStage();
  ({ service, systems, queue, chief, recruiter, targets } = stage);
});
afterAll(async () => {
  callTrio();
  await stage.close();
});

const sent = async (caregiverId: number, jobId: number, token: string, choices: { objectId: number; entryId: number }[] = []) => {
  const { id } = await service.call(sendSubmission, { caregiverId: String(caregiverId), jobId, choices }, token);
  await queue.runOnce();
  return id;
};
const seen = async (id: number) =>
  (await service.call(listSubmissions, { pageSize: 200 }, chief)).rows.find((row) => row.id === id);
const there = (jobId: number) =>
  [...systems.vms.records.submissions.values()].find(({ JobNumber }) => JobNumber === 6_000 + jobId);
const login = async (user: 'chief' | 'recruiter', name: keyof typeof trioPeople, token: string) =>
  service.call(
    saveSubmissionLogin,
    { id: service.people[user], targetId: targets.destination, username: name, password: trioPeople[name] },
    token,
  );
const accountsOf = async (id: number) => {
  const { rows } = await sql<{ account: string | null }>`select fields ->> 'account' as account from submission_attempt
    where submission_id = ${id} order by id`.execute(service.services.db);
  return rows.map(({ account }) => account);
};

test('a submission is made by the account of who sends it; without an own sign-in, and for the ATS, by that of the target', async () => {
  const own = await login('recruiter', 'ann.reyes', recruiter);
  expect(own.isDefault).toBe(true);
  const id = await sent(70_001, 1, recruiter);
  expect([(await seen(id))?.state, there(1)?.account]).toEqual(['sent', 'ann.reyes']);
  expect(new Set(await accountsOf(id))).toEqual(new Set(['ann.reyes']));
  const other = await sent(70_001, 2, chief);
  expect([there(2)?.account, await accountsOf(other)]).toEqual(['agency', [null, null]]);
  const event = { customerId: service.people.north, fromId: targets.source, toId: targets.destination, userId: null };
  const { db } = service.services;
  const wanted = { ...event, jobId: 3, providerJobId: '6003', caregiverId: '70001', email: '', eventId: '9' };
  await db.transaction().execute((tx) => wantSubmission(tx, wanted, service.services.now()));
  await queue.runOnce();
  expect(there(3)?.account).toBe('agency');
});

test('a lost answer is looked up with the same account, and who works as another person does not use their sign-in', async () => {
  systems.vms.faults.push('drop-after');
  const id = await sent(70_002, 4, recruiter);
  await sql`update submission set next_at = ${new Date(0)} where id = ${id}`.execute(service.services.db);
  await queue.runOnce();
  expect((await seen(id))?.state).toBe('sent');
  expect(new Set(await accountsOf(id))).toEqual(new Set(['ann.reyes']));
  const { db } = service.services;
  const acted = {
    customerId: service.people.north,
    fromId: targets.source,
    toId: targets.destination,
    userId: service.people.recruiter,
    isActingAs: true,
  };
  const wanted = { ...acted, jobId: 5, providerJobId: '6005', caregiverId: '70002', email: '', eventId: '' };
  await db.transaction().execute((tx) => wantSubmission(tx, wanted, service.services.now()));
  await queue.runOnce();
  expect(there(5)?.account).toBe('agency');
});

test('a refused sign-in is named, and its submission waits until it is corrected or deleted; one sent again goes with the account of who sends it', async () => {
  systems.vms.records.lockedAccounts.add('ann.reyes');
  const waiting = await sent(70_004, 6, recruiter);
  expect(await seen(waiting)).toMatchObject({ state: 'wanted', errorText: expect.stringContaining('“ann.reyes”') });
  expect((await seen(waiting))?.errorText).not.toContain(trioPeople['ann.reyes']);
  const { rows } = await sql<{ id: number }>`select id from submission_login where username = 'ann.reyes'`.execute(
    service.services.db,
  );
  const administrator = await service.signIn('administrator');
  await service.call(removeSubmissionLogin, { id: rows[0]?.id ?? 0, me: service.people.north }, administrator);
  await sql`update submission set next_at = ${new Date(0)} where id = ${waiting}`.execute(service.services.db);
  await queue.runOnce();
  expect([(await seen(waiting))?.state, there(6)?.account]).toEqual(['sent', 'agency']);
  await login('chief', 'joe.park', chief);
  systems.vms.records.closedJobs.add('6007');
  const refused = await sent(70_004, 7, recruiter);
  expect((await seen(refused))?.state).toBe('refused');
  systems.vms.records.closedJobs.clear();
  await service.call(resendSubmission, { id: refused }, chief);
  await queue.runOnce();
  expect([(await seen(refused))?.state, there(7)?.account]).toEqual(['sent', 'joe.park']);
});

test('values of dictionaries go along: what a person chose, else what is mapped, else the default; a required one is asked for', async () => {
  callTrio = replaceConnector(61, withDictionaries);
  await sql`update submission_target set settings = settings || '{"sessionInfo":"dictionaries"}' where id = ${targets.destination}`.execute(
    service.services.db,
  );
  const add = async (targetId: number, objectId: number, extId: string, name: string, isDefault = false) =>
    (await service.call(saveDictionaryEntry, { targetId, objectId, extId, name, isDefault }, chief)).id;
  const ask = (choices: { objectId: number; entryId: number }[] = []) =>
    service.call(checkBeforeSending, { caregiverId: '70006', jobId: 8, choices }, chief);
  const missing = await ask();
  expect(missing.problems).toEqual([expect.stringContaining('requires the caregiver type')]);
  expect(missing.dictionaries).toMatchObject([
    { objectId: 3, isRequired: true, entryId: 0, from: 'none', choices: [] },
    { objectId: 5, isRequired: false, from: 'none' },
  ]);
  const blocked = await service.send(sendSubmission, { caregiverId: '70006', jobId: 8 }, chief);
  expect(JSON.stringify(blocked.body)).toContain('Choose it here, map it, or give its dictionary a default entry.');
  const travel = await add(targets.destination, 3, 'TRV', 'Travel', true);
  const local = await add(targets.destination, 3, 'LOC', 'Local');
  const texas = await add(targets.destination, 5, '44', 'Texas');
  const tx = await add(targets.source, 5, 'tx', 'Texas');
  await service.call(saveDictionaryMapping, { fromId: tx, toId: texas }, chief);
  const filled = await ask();
  expect(filled).toMatchObject({
    problems: [],
    dictionaries: [
      { entryId: travel, from: 'default', choices: [{ name: 'Local' }, { name: 'Travel' }] },
      { entryId: texas, from: 'mapping' },
    ],
  });
  await sent(70_006, 8, chief);
  expect(there(8)?.values).toEqual({ CaregiverType: 'TRV', State: '44' });
  await sent(70_006, 9, chief, [{ objectId: 3, entryId: local }]);
  expect(there(9)?.values).toEqual({ CaregiverType: 'LOC', State: '44' });
  const gone = await ask([{ objectId: 3, entryId: tx }]);
  expect(gone.problems.join(' ')).toContain('no longer lists the caregiver type');
});
