import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/jobs.ts';
import { aJob } from '#domain/jobs/job-factory.ts';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { publish } from '#server/sync/publish.ts';
import { guardedSend } from '#server/targets/outbound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { bullhornAdapter } from './bullhorn/bullhorn-adapter.ts';
import { BullhornSession } from './bullhorn/bullhorn-session.ts';
import { duePosts, postRowsIn } from './post-rows.ts';
import { lookupSeconds } from './post-state.ts';
import { createPoster, type PosterOptions } from './poster.ts';
import { createPostingQueue, type PostingQueue } from './posting-queue.ts';

let database: TestDatabase;
let double: BullhornDouble;
let customer = 0;
let clock = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());

beforeEach(async () => {
  double = createBullhornDouble({ facilities: 5 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  clock = new Date('2026-11-20T12:00:00Z');
  const { id } = await database.db
    .insertInto('customer')
    .values({ name: 'Test agency' })
    .returning('id')
    .executeTakeFirstOrThrow();
  customer = id;
});
afterEach(async () => {
  await database.db.deleteFrom('post').execute();
  double.server.closeAllConnections();
  await new Promise<void>((resolve) => void double.server.close(() => resolve()));
});

const target = {
  id: 1,
  typeId: 5,
  name: 'Bullhorn',
  kind: 'bullhorn' as const,
  maps: ['facility' as const],
  specialtyDependsOnDegree: true,
  disabled: false,
  canPost: true,
  feedUrl: null,
  checkState: 'ok' as const,
};
const client = {
  id: 1,
  targetId: 1,
  kind: 'facility' as const,
  extId: '1000',
  name: 'Fairhaven Hospital',
  parentId: null,
  address: null,
  city: 'Reno',
  state: 'NV',
  zip: null,
  active: true,
};

/** A customer with `count` jobs mapped and asked to be posted. */
async function wantedJobs(count: number, differences: Partial<JobRow> = {}): Promise<void> {
  const at = clock.toISOString();
  await database.db.transaction().execute(async (tx) => {
    const jobs = Array.from({ length: count }, (_, i) => {
      const receipt = {
        targetId: 1,
        state: 'wanted' as const,
        reference: `REF${customer}X${i + 1}`,
        externalId: null,
        words: null,
        at,
        tries: 0,
      };
      return aJob({
        id: i + 1,
        providerJobId: `J-${i + 1}`,
        facilityMap: '1000',
        posts: [receipt],
        postState: 'wanted',
        ...differences,
      });
    });
    for (const job of jobs) {
      await tx
        .insertInto('post')
        .values({
          customer_id: customer,
          target_id: 1,
          job_id: job.id,
          reference: job.posts[0]?.reference ?? '',
          state: 'wanted',
          next_at: clock,
          created_at: clock,
          updated_at: clock,
        })
        .execute();
    }
    await publish(tx, customer, [
      { collection: 'target', row: target },
      { collection: 'atsValue', row: client },
      ...jobs.map((row) => ({ collection: 'job' as const, row })),
    ]);
  });
}

function queue(differences: Partial<PosterOptions> = {}): PostingQueue {
  const { port } = double.server.address() as AddressInfo;
  const session = new BullhornSession(
    { ...doubleCredentials, loginInfoUrl: `http://127.0.0.1:${port}/rest-services/loginInfo` },
    guardedSend([`http://127.0.0.1:${port}`]),
  );
  const adapter = bullhornAdapter(session, { ownerId: 1, contactId: 2 });
  const now = () => clock;
  const attempt = createPoster({
    transaction: postRowsIn(database.db),
    now,
    openTarget: async () => ({ adapter, resendWhenAbsent: false, lookupSeconds }),
    mayAsk: async () => true,
    reconcileFirst: false,
    ...differences,
  });
  return createPostingQueue({
    readDue: (at, limit) => duePosts(database.db, at, limit),
    log: pino({ level: 'silent' }),
    now,
    attempt,
    pollMs: 1000,
  });
}

const later = (seconds: number) => void (clock = new Date(clock.getTime() + seconds * 1000));
const posts = () => database.db.selectFrom('post').selectAll().where('customer_id', '=', customer).orderBy('job_id').execute();
const job = async (id = 1) => {
  const found = await database.db
    .selectFrom('job')
    .select(['row', 'rev'])
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...(found.row as JobRow), rev: found.rev };
};

describe('posting', () => {
  test('[S8] two queues side by side post each of 20 jobs once, and every job shows its receipt', async () => {
    await wantedJobs(20);
    await Promise.all([queue().runDue(), queue().runDue()]);
    expect(double.records.jobOrders).toHaveLength(20);
    expect(new Set(double.records.jobOrders.map((o) => o['externalID'])).size).toBe(20);
    expect((await posts()).map((p) => p.state)).toEqual(Array(20).fill('done'));
    expect(await job(20)).toMatchObject({ postState: 'done', externalJobId: expect.stringMatching(/^500\d\d$/) });
  });

  test('[S8.1] a reply lost after the job was made is looked up after 30 s and found: one job order, not two', async () => {
    await wantedJobs(1);
    double.faults.push('drop-after-create');
    const posting = queue();
    await posting.runDue();
    expect(await job()).toMatchObject({ postState: 'unknown' });
    expect(await posting.runDue()).toBe(0);
    later(31);
    await posting.runDue();
    expect(await job()).toMatchObject({ postState: 'done', externalJobId: '50001' });
    expect(double.records.jobOrders).toHaveLength(1);
  });

  test('[S8.2] a call that broke before the job was made ends with a person after four look-ups, never with a blind retry', async () => {
    await wantedJobs(1);
    double.faults.push('drop-before');
    const posting = queue();
    await posting.runDue();
    for (const seconds of [31, 121, 301, 901]) {
      later(seconds);
      await posting.runDue();
    }
    expect(await job()).toMatchObject({ postState: 'human' });
    expect(double.records.jobOrders).toHaveLength(0);
  });

  test('[S8.1] a worker that died in the call leaves its post unknown once the lease has ended', async () => {
    await wantedJobs(1);
    const dies = queue({
      openTarget: async () => ({
        adapter: { ...idle, post: () => new Promise(() => undefined) },
        resendWhenAbsent: false,
        lookupSeconds,
      }),
    });
    void dies.runDue();
    await expect.poll(async () => (await posts())[0]?.state).toBe('sending');
    later(299);
    expect(await queue().runDue()).toBe(0);
    later(2);
    await queue().runDue();
    expect(await job()).toMatchObject({ postState: 'unknown' });
  });

  test('[S8.4] a job put on hold after it was asked for is not sent, and says why', async () => {
    await wantedJobs(1, { chgMap: 4 });
    await queue().runDue();
    expect(await job()).toMatchObject({ postState: 'failed', posts: [{ words: expect.stringContaining('on hold') }] });
    expect(double.calls).toEqual([]);
  });

  test('[S8.4] who lost the right to post no longer posts', async () => {
    await wantedJobs(1);
    await database.db.updateTable('post').set({ asked_by: 7 }).where('customer_id', '=', customer).execute();
    await queue({ mayAsk: async () => false }).runDue();
    expect(await job()).toMatchObject({ postState: 'failed', posts: [{ words: expect.stringContaining('may no longer post') }] });
  });

  test('[S8.6] after a recovery a wanted post that the ATS already has is found, not made again', async () => {
    await wantedJobs(1);
    await queue().runDue();
    await database.db
      .updateTable('post')
      .set({ state: 'wanted', external_id: null, tries: 0 })
      .where('customer_id', '=', customer)
      .execute();
    await queue({ reconcileFirst: true }).runDue();
    expect(double.records.jobOrders).toHaveLength(1);
    expect(await job()).toMatchObject({ postState: 'done', externalJobId: '50001' });
  });

  test('[S8.5] five silences in a row rest the target for five minutes', async () => {
    await wantedJobs(9);
    double.faults.push(...Array<'drop-before'>(8).fill('drop-before'));
    const posting = queue();
    await posting.runDue();
    later(31);
    expect(await posting.runDue()).toBe(0);
    later(300);
    expect(await posting.runDue()).toBeGreaterThan(0);
  });

  test('a definite refusal keeps Bullhorn’s own words and the queue leaves it alone', async () => {
    await wantedJobs(1);
    await queue({
      openTarget: async () => ({
        adapter: { ...idle, post: async () => ({ kind: 'refused', words: 'address: longer than 100' }) },
        resendWhenAbsent: false,
        lookupSeconds,
      }),
    }).runDue();
    expect(await job()).toMatchObject({ postState: 'failed', posts: [{ words: 'address: longer than 100', tries: 1 }] });
    later(10_000);
    expect(await queue().runDue()).toBe(0);
  });
});

const idle = {
  nativeIdempotency: false,
  post: async () => ({ kind: 'later' as const, words: 'idle' }),
  find: async () => ({ kind: 'absent' as const }),
  check: async () => ({ kind: 'ok' as const }),
  list: async () => [],
};
