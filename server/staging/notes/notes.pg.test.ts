import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation, stage } from '#tests/support/worlds/sync-world.ts';
import { pushBatch } from '../../sync/push.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 3);
});
afterAll(() => service.close());

const names = { recruiter: 'The recruiter', viewer: 'The viewer', chief: 'The chief' } as const;
type Who = keyof typeof names;

let lanes = 0;
/** Sends one change of a note from a device of this person's own, and returns its outcome. `again` sends the same batch twice. */
async function send(who: Who, name: CommandName, args: object, again = false) {
  const { north } = service.people;
  const base = actorOf(service.people[who], north, names[who]);
  const rights = new Set(who === 'chief' ? base.rights : ['staging.read' as const, 'jobs.hold' as const]);
  const mutations = [mutation(1, name, args, {})];
  const asked = { protocol: 1, clientId: laneId(`notes${lanes++}`), customerId: north, mutations } as const;
  const reply = await pushBatch(service.services, { ...base, rights }, asked);
  if (again) await pushBatch(service.services, { ...base, rights }, asked);
  if (!reply.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes[0];
}

/** Writes a new note on a job, and returns its id at the service. */
async function write(who: Who, jobId: number, text: string, mentions: { userId: number; name: string }[] = []) {
  const ref = crypto.randomUUID();
  const args = { id: localIdOf(ref), ref, jobId, authorId: service.people[who], text, mentions };
  expect(await send(who, 'jobNote.save.v1', args, true)).toMatchObject({ outcome: 'applied' });
  const { id } = await service.services.db
    .selectFrom('job_note')
    .select('id')
    .where('customer_id', '=', service.people.north)
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow();
  return { id, ref: null, jobId, authorId: service.people[who], text, mentions };
}

const rowOf = async (table: 'job' | 'job_note', id: number) =>
  (
    await service.services.db
      .selectFrom(table)
      .select(['row', 'deleted'])
      .where('customer_id', '=', service.people.north)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).row;

/** The notices of mentions: to whom, and with which link. */
const notices = () =>
  service.services.db
    .selectFrom('notification')
    .select(['user_id as userId', 'text', 'link'])
    .where('kind', '=', 'mention')
    .where('customer_id', '=', service.people.north)
    .orderBy('id')
    .execute();
const clear = () => service.services.db.deleteFrom('notification').where('customer_id', '=', service.people.north).execute();

test('a note is under the id of the service, and its job counts it', async () => {
  const { id } = await write('recruiter', 1, 'Rate agreed');
  expect(await rowOf('job_note', id)).toMatchObject({ id, jobId: 1, author: 'The recruiter', text: 'Rate agreed' });
  expect(await rowOf('job', 1)).toMatchObject({ noteCount: 1 });
  expect(await send('recruiter', 'jobNote.remove.v1', { id, ref: null, jobId: 1 })).toMatchObject({ outcome: 'applied' });
  expect(await rowOf('job', 1)).toMatchObject({ noteCount: 0 });
});

test('each mentioned person gets one notice of a note: not the writer, not again by an edit, and those whom an edit adds', async () => {
  const { viewer, chief, recruiter } = service.people;
  const [ann, ben, own] = [
    { userId: viewer, name: 'The viewer' },
    { userId: chief, name: 'The chief' },
    { userId: recruiter, name: 'The recruiter' },
  ];
  const note = await write('recruiter', 2, '@The viewer and @The recruiter, look', [ann, own]);
  const link = '/staging?open=job:2#Notes';
  const notice = { userId: viewer, text: expect.stringContaining('The recruiter mentioned you in a note on job '), link };
  expect(await notices()).toEqual([notice]);
  await send('recruiter', 'jobNote.save.v1', { ...note, text: 'Never mind', mentions: [] });
  await send('recruiter', 'jobNote.save.v1', { ...note, text: '@The viewer and @The chief', mentions: [ann, ben] });
  expect(await notices()).toEqual([notice, { ...notice, userId: chief }]);
  await clear();
});

test('no one gets a notice who is of another customer, is disabled or lost the right to staging', async () => {
  const { viewer, chief, stranger, north } = service.people;
  const { db } = service.services;
  const set = (id: number, values: { disabled_at?: Date | null; rights?: number[] }) =>
    db.updateTable('app_user').set(values).where('customer_id', '=', north).where('id', '=', id).execute();
  const { rights } = await db.selectFrom('app_user').select('rights').where('id', '=', chief).executeTakeFirstOrThrow();
  await set(viewer, { disabled_at: new Date() });
  await set(chief, { rights: rights.filter((right) => right !== rightIds['staging.read']) });
  await write('recruiter', 2, '@A @B @C', [
    { userId: viewer, name: 'A' },
    { userId: chief, name: 'B' },
    { userId: stranger, name: 'C' },
  ]);
  expect(await notices()).toEqual([]);
  expect(await db.selectFrom('notification').select('id').where('kind', '=', 'mention').execute()).toEqual([]);
  await set(viewer, { disabled_at: null });
  await set(chief, { rights });
});

test('a note is its author’s to change; administrators remove it and restore it', async () => {
  const note = await write('recruiter', 3, 'Call on Monday');
  const removal = { id: note.id, ref: null, jobId: 3 };
  const forged = { ...note, text: 'Changed', authorId: service.people.viewer };
  expect(await send('viewer', 'jobNote.save.v1', forged)).toMatchObject({
    code: 'forbidden',
    message: 'Only The recruiter can change this note. Write one of your own.',
  });
  expect(await send('viewer', 'jobNote.remove.v1', removal)).toMatchObject({ code: 'forbidden' });
  expect(await send('chief', 'jobNote.remove.v1', removal)).toMatchObject({ outcome: 'applied' });
  const stored = { version: 2, author: 'The recruiter', writtenAt: '2026-11-20T00:00:00.000Z', editedAt: null };
  const back = { ...note, ...stored };
  expect(await send('viewer', 'jobNote.restore.v1', back)).toMatchObject({ code: 'forbidden' });
  expect(await send('chief', 'jobNote.restore.v1', back)).toMatchObject({ outcome: 'applied' });
  expect(await rowOf('job_note', note.id)).toMatchObject({ text: 'Call on Monday', author: 'The recruiter', by: 'The chief' });
});

test('no one writes a note in another person’s name', async () => {
  const ref = crypto.randomUUID();
  const args = { id: localIdOf(ref), ref, jobId: 3, authorId: service.people.chief, text: 'Hello', mentions: [] };
  expect(await send('recruiter', 'jobNote.save.v1', args)).toMatchObject({ code: 'invalid', field: 'authorId' });
  const own = { ...args, authorId: service.people.recruiter, version: 0, author: 'The chief', editedAt: null };
  await send('recruiter', 'jobNote.restore.v1', { ...own, writtenAt: '2026-11-20T00:00:00.000Z' });
  const rows = await service.services.db.selectFrom('job_note').select('row').where('ref', '=', ref).execute();
  expect(rows).toMatchObject([{ row: { author: 'The recruiter' } }]);
});
