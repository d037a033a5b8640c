import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAttempts } from '#contract/posting/attempts.ts';
import { readPostingMode, setPostingMode } from '#contract/posting/posting-mode.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { flag } from '#domain/jobs/flags.ts';
import { postReference } from '#domain/posting/post-reference.ts';
import { writeRows } from '#server/feed/publish.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
let stranger: string;
let viewer: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, stranger, viewer] = await Promise.all([service.signIn('chief'), service.signIn('stranger'), service.signIn('viewer')]);
});
afterAll(() => service.close());

const checked = { targetId: 1, state: 'dryRun', reference: '', externalId: null, words: 'Dry run', tries: 0 } as const;
const place = { cust: 'me', target: 1 } as const;

/** Three jobs that were checked in a dry run, the last of which is on hold now, and one that was never asked for. */
beforeEach(async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  const at = now().toISOString();
  await db.deleteFrom('post').execute();
  const jobs = [1, 2, 3, 4].map((id) =>
    aJob({
      id,
      providerJobId: `J-${id}`,
      posts: id === 4 ? [] : [{ ...checked, reference: postReference(north, 1, id, 1), at }],
      postState: id === 4 ? null : 'dryRun',
      chgMap: id === 3 ? flag.onHold : 0,
    }),
  );
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, north, [
        { collection: 'target', row: aTarget({ maps: [], posting: 'dryRun' }), extra: { settings: {} } },
        { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed', maps: [] }), extra: { settings: {} } },
        ...jobs.map((row) => ({ collection: 'job' as const, row })),
      ]),
    );
  for (const id of [1, 2, 3])
    await db
      .insertInto('post')
      .values({
        customer_id: north,
        target_id: 1,
        job_id: id,
        reference: postReference(north, 1, id, 1),
        state: 'dryRun',
        next_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
});

const posts = async () =>
  (await service.services.db.selectFrom('post').select(['job_id', 'state', 'reference']).orderBy('job_id').execute()).map(
    (post) => [post.job_id, post.state, post.reference],
  );

test('going live says how many jobs post, queues each once, and leaves those that may not be posted', async () => {
  expect(await service.call(readPostingMode, place, chief)).toEqual({ posting: 'dryRun', checked: 3, wouldPost: 2 });
  const reply = await service.call(setPostingMode, { ...place, posting: 'live' }, chief);
  expect(reply).toEqual({ posting: 'live', queued: 2 });
  const { db } = service.services;
  const { north } = service.people;
  expect((await storedRow(db, north, 'target', 1))?.row.posting).toBe('live');
  const queued = await posts();
  expect(queued.map(([id, state]) => [id, state])).toEqual([
    [1, 'wanted'],
    [2, 'wanted'],
    [3, 'dryRun'],
  ]);
  const job = (await storedRow(db, north, 'job', 1))?.row as JobRow;
  expect(job.posts).toMatchObject([{ state: 'wanted', reference: queued[0]?.[2] }]);
  expect(await service.call(setPostingMode, { ...place, posting: 'live' }, chief)).toEqual({ posting: 'live', queued: 0 });
  expect(await posts()).toEqual(queued);
});

test('going live without posting, a dry run and off queue nothing', async () => {
  for (const posting of ['live', 'dryRun', 'off'] as const)
    expect(await service.call(setPostingMode, { ...place, posting, queueChecked: false }, chief)).toEqual({ posting, queued: 0 });
  expect(await service.call(readPostingMode, place, chief)).toEqual({ posting: 'off', checked: 3, wouldPost: 2 });
});

test('a feed has no mode, and no one else sets one', async () => {
  expect(await service.send(setPostingMode, { cust: 'me', target: 2, posting: 'off' }, chief)).toMatchObject({
    status: 400,
    body: { fields: { posting: 'Feed is read by others: nothing is posted to it.' } },
  });
  expect((await service.send(setPostingMode, { ...place, posting: 'live' }, viewer)).status).toBe(403);
  expect((await service.send(readPostingMode, place, stranger)).status).toBe(403);
});

test('the calls of a job are listed, the newest first, with the times of rules and mappings', async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  const at = now();
  const call = { customer_id: north, job_id: 1, target_id: 1, generation: 1, at, notes: '[]', milliseconds: 12 };
  await db
    .insertInto('post_attempt')
    .values([
      { ...call, kind: 'post', sent: JSON.stringify({ title: 'RN' }), answer: 'done', external_id: '9', status: 200, body: '{}' },
      {
        ...call,
        kind: 'readBack',
        answer: 'found',
        stored: JSON.stringify({ title: 'R' }),
        notes: '[{"field":"title","words":"x"}]',
      },
    ])
    .execute();
  await db
    .insertInto('job_history')
    .values({ customer_id: north, job_id: 1, at, who: 'Rule 1', how: 'rule', field: 'title', before: 'null', after: '"RN"' })
    .execute();
  const { attempts, ruledAt, mappedAt, readsBack } = await service.call(listAttempts, { cust: 'me', job: 1 }, chief);
  expect(attempts.total).toBe(2);
  expect(attempts.rows).toMatchObject([
    { kind: 'readBack', stored: { title: 'R' }, sent: null, notes: [{ field: 'title', words: 'x' }] },
    { kind: 'post', sent: { title: 'RN' }, externalId: '9', status: 200, milliseconds: 12 },
  ]);
  expect([ruledAt, mappedAt, readsBack]).toEqual([at.toISOString(), null, false]);
  expect(await service.call(listAttempts, { cust: 'me', job: 2 }, chief)).toEqual({
    attempts: { total: 0, rows: [] },
    ruledAt: null,
    mappedAt: null,
    readsBack: false,
  });
  expect((await service.send(listAttempts, { cust: 'me', job: 1 }, stranger)).status).toBe(404);
  const written = db.updateTable('post').where('customer_id', '=', north).where('job_id', '=', 1);
  await written.set({ state: 'done', external_id: '9', reads_left: 3 }).execute();
  expect(await service.call(listAttempts, { cust: 'me', job: 1 }, chief)).toMatchObject({ readsBack: true });
  await written.set({ reads_left: 0 }).execute();
  expect(await service.call(listAttempts, { cust: 'me', job: 1 }, chief)).toMatchObject({ readsBack: false });
});
