import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { pushBatch } from '#server/sync/push.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import { assignJobs } from './follow-assignments.ts';

let service: TestService;
let north = 0;
const place = () => ({ customerId: north, taskId: null, sourceId: 3, source: 'Harbor VMS' });

beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  const source = (id: number, name: string) => ({ id, name, alias: null, autoPost: false, aliases: [], members: [] });
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'source', row: source(3, 'Harbor VMS') },
      { collection: 'source', row: source(4, 'Medefis') },
      { collection: 'target', row: aTarget({ maps: ['facility'] }) },
      { collection: 'atsValue', row: client(1, 'C-1', 'Mercy General') },
    ]),
  );
});
afterAll(() => service.close());

const noPlace = { address: null, city: null, state: null, zip: null };
const client = (id: number, extId: string, name: string) =>
  ({ id, targetId: 1, kind: 'facility', extId, name, parentId: null, ...noPlace, active: true }) as const;

/** Collects jobs of one facility, with these ids of the vendor. */
async function collect(facility: string, ...ids: string[]) {
  const { id: _id, ...plain } = aJob();
  const read = ids.map((id, i) => ({ ...plain, facility, providerJobId: id, idDerived: false, record: i + 1, extra: {} }));
  await stageJobs(service.services.db, place(), read, service.services);
}

const follow = () => runJobs(service.services.db, assignJobs(service.services));

let lanes = 0;
/** Sends one change of a person, and returns its outcome. */
async function push(name: CommandName, args: object, pre = {}, who: 'chief' | 'recruiter' = 'chief') {
  const mutations = [mutation(1, name, args, { pre })];
  const asked = { protocol: 1, clientId: laneId(`rule${lanes++}`), customerId: north, mutations } as const;
  const actor = actorOf(service.people[who], north, `The ${who}`);
  const rights = new Set([...actor.rights].filter((right) => who === 'chief' || right !== 'targets.write'));
  const reply = await pushBatch(service.services, { ...actor, rights }, asked);
  if (!reply.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes[0];
}

const nobody = { sourceId: null, facilityId: null, facilityName: null, facilityText: null, enabled: true, position: 1 };
const refOf = (n: number) => `0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a0${n}`;
/** Saves a new rule as a device does. */
const add = (n: number, userId: number, says: object) =>
  push('assignmentRule.save.v1', { id: localIdOf(refOf(n)), ref: refOf(n), ...nobody, userId, person: 'Somebody', ...says });

const jobs = async () => new Map((await rowsOf(service.services.db, north, 'job')).map((row) => [row.providerJobId, row]));
/** Who works on each job, and by which kind of decision. */
const assigned = async () =>
  Object.fromEntries(
    [...(await jobs())].map(([id, job]) => [
      id,
      job.assignee && `${job.assignee}${job.assignmentRuleId === null ? ' by hand' : ''}`,
    ]),
  );
const idOf = async (id: string): Promise<number> => ((await jobs()).get(id) as JobRow).id;

test('collected jobs fall to the first rule that fits, also after a later mapping; a person’s decision is kept', async () => {
  const { recruiter, viewer, chief } = service.people;
  await collect('Mercy', 'M-1', 'M-2', 'M-3', 'M-4');
  await follow();
  expect(await assigned()).toEqual({ 'M-1': null, 'M-2': null, 'M-3': null, 'M-4': null });

  await push('job.assign.v1', { ids: [await idOf('M-3')], userId: chief, name: 'The chief' });
  await push('job.assign.v1', { ids: [await idOf('M-4')], userId: chief, name: 'The chief' });
  await push('job.assign.v1', { ids: [await idOf('M-4')], userId: null, name: null });
  expect(await add(1, recruiter, { sourceId: 3, position: 2 })).toMatchObject({ outcome: 'applied' });
  await follow();
  const first = { 'M-1': 'The recruiter', 'M-2': 'The recruiter', 'M-3': 'The chief by hand', 'M-4': null };
  expect(await assigned()).toEqual(first);

  // A rule before it names a client of the ATS, which the vendor's text is mapped to only later.
  await add(2, viewer, { facilityId: 'C-1', facilityName: 'Mercy General', position: 1 });
  await follow();
  expect(await assigned()).toEqual(first);
  const [value] = await rowsOf(service.services.db, north, 'mapValue', { where: sql`kind = 'facility'` });
  await push('value.map.v1', { ids: [value?.id ?? 0], mappedId: 'C-1', certainty: null });
  await collect('Harbor', 'H-1');
  await follow();
  const mapped = { 'M-1': 'The viewer', 'M-2': 'The viewer', 'M-3': 'The chief by hand', 'M-4': null, 'H-1': 'The recruiter' };
  expect(await assigned()).toEqual(mapped);
  const { rows } = await service.call(readJobHistory, { cust: 'me', jobId: await idOf('M-1') }, await service.signIn('chief'));
  const rules = await rowsOf(service.services.db, north, 'assignmentRule');
  expect(rules.map(({ person }) => person)).toEqual(['The recruiter', 'The viewer']);
  expect(rows.filter(({ field }) => field === 'assignee')).toMatchObject([
    {
      who: 'Assignment of Mercy General',
      how: 'rule',
      before: 'The recruiter',
      after: 'The viewer',
      origin: { assignment: rules[1]?.id },
    },
    { who: 'Assignment of Harbor VMS', how: 'rule', before: null, after: 'The recruiter' },
  ]);

  // Nothing more to do: no row is written again.
  const head = async () =>
    (await service.services.db.selectFrom('customer_feed').select('rev').where('customer_id', '=', north).executeTakeFirst())
      ?.rev;
  await follow();
  const before = await head();
  expect(await follow()).toBe(0);
  expect(await head()).toBe(before);
});

test('a decision by hand replaces a rule’s without a conflict, and its undo gives the job back to the rules', async () => {
  const id = await idOf('M-1');
  const { chief, viewer } = service.people;
  const seen = { [`job/${id}`]: { assignee: 'The recruiter' } };
  expect(await push('job.assign.v1', { ids: [id], userId: chief, name: 'The chief' }, seen)).toMatchObject({
    outcome: 'applied',
  });
  await follow();
  expect((await assigned())['M-1']).toBe('The chief by hand');
  // The undo of a device that saw the job with a rule that is gone.
  await push('job.assign.v1', { ids: [id], userId: viewer, name: 'The viewer', byRule: 999 });
  await follow();
  const rule = (await rowsOf(service.services.db, north, 'assignmentRule'))[1];
  expect((await jobs()).get('M-1')).toMatchObject({ assignee: 'The viewer', assignmentRuleId: rule?.id, assignedByHand: false });
});

test('a person who is disabled gets no jobs, those of the rules fall to the next one, and come back with the person', async () => {
  const { viewer, recruiter } = service.people;
  const disable = (at: Date | null) =>
    service.services.db
      .updateTable('app_user')
      .set({ disabled_at: at })
      .where('customer_id', '=', north)
      .where('id', '=', viewer)
      .execute();
  await disable(new Date());
  await collect('Mercy', 'M-5');
  await follow();
  expect(await assigned()).toMatchObject({ 'M-1': 'The recruiter', 'M-3': 'The chief by hand', 'M-5': 'The recruiter' });
  const rule = (await rowsOf(service.services.db, north, 'assignmentRule')).find(({ userId }) => userId === viewer);
  const { version, by: _by, at: _at, purged: _purged, ...says } = rule ?? nobodyRule;
  const save = (over: object) =>
    push('assignmentRule.save.v1', { ...says, ...over }, { [`assignmentRule/${says.id}`]: { version } });
  expect(await save({ sourceId: 3 })).toMatchObject({ outcome: 'rejected', code: 'invalid', field: 'userId' });
  await disable(null);
  await follow();
  expect(await assigned()).toMatchObject({ 'M-1': 'The viewer', 'M-5': 'The viewer', 'H-1': 'The recruiter' });
  expect(recruiter).not.toBe(viewer);
});
const nobodyRule = { id: 0, version: 0, by: '', at: '', purged: false };

test('rules are moved, switched off and removed, and open jobs follow; others may not change them', async () => {
  const rules = await rowsOf(service.services.db, north, 'assignmentRule');
  const [all, mercy] = rules;
  if (!all || !mercy) throw new Error('the rules are missing');
  const pre = (rule: { id: number; version: number }) => ({ [`assignmentRule/${rule.id}`]: { version: rule.version } });
  const move = { id: all.id, ref: all.ref, position: 0.5 };
  expect(await push('assignmentRule.move.v1', move, pre(all), 'recruiter')).toMatchObject({
    outcome: 'rejected',
    code: 'forbidden',
  });
  await push('assignmentRule.move.v1', move, pre(all));
  await follow();
  expect(await assigned()).toMatchObject({ 'M-1': 'The recruiter', 'M-5': 'The recruiter' });
  await push('assignmentRule.remove.v1', { id: all.id, ref: all.ref }, pre({ id: all.id, version: all.version + 1 }));
  await follow();
  const after = {
    'M-1': 'The viewer',
    'M-2': 'The viewer',
    'M-3': 'The chief by hand',
    'M-4': null,
    'M-5': 'The viewer',
    'H-1': null,
  };
  expect(await assigned()).toEqual(after);
  await push('assignmentRule.remove.v1', { id: mercy.id, ref: mercy.ref }, pre(mercy));
  await follow();
  expect(await assigned()).toMatchObject({ 'M-1': null, 'M-3': 'The chief by hand' });
  const foreign = await add(3, service.people.stranger, { sourceId: 3 });
  expect(foreign).toMatchObject({ outcome: 'rejected', code: 'invalid', field: 'userId' });
  expect(await add(4, service.people.chief, {})).toMatchObject({ outcome: 'rejected', code: 'invalid', field: 'sourceId' });
  expect(await add(5, service.people.chief, { sourceId: 77 })).toMatchObject({ outcome: 'rejected', code: 'not_found' });
});

test('more jobs than one portion takes are followed in full', async () => {
  await collect('Lakeside', ...Array.from({ length: 1100 }, (_, i) => `L-${i}`));
  await add(6, service.people.chief, { facilityText: 'lakeside' });
  await follow();
  const taken = Object.values(await assigned()).filter((who) => who === 'The chief');
  expect(taken).toHaveLength(1100);
}, 60_000);
