import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { commands } from '#domain/commands/commands.ts';
import { type BackupCommand, backUp, restore } from '#server/backup/commands.ts';
import { duePosts, postRowsIn } from '#server/posting/post-rows.ts';
import { createPoster } from '#server/posting/poster.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { readOutbox, retry } from '#src/outbox/items.ts';
import { scan } from '#src/store/rows.ts';
import { emptyDatabase, restoreFrom } from '../support/test-database.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { stage } from '../support/worlds/sync-world.ts';
import { hand, realDevice, until } from './real-device.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 200);
});
afterAll(() => service.close());

/** Job orders in the ATS by reference, and how often each was created. A database restore does not affect them. */
const made = new Map<string, number>();
const adapter: TargetAdapter = {
  nativeIdempotency: false,
  async post({ reference }) {
    made.set(reference, (made.get(reference) ?? 0) + 1);
    return { kind: 'done', externalId: `EXT-${reference}`, words: null };
  },
  async find(reference) {
    return made.has(reference) ? { kind: 'found', externalId: `EXT-${reference}` } : { kind: 'absent' };
  },
  read: async () => ({ kind: 'unclear', words: 'not asked' }),
  values: () => ({}),
  closing: [],
  update: async () => ({ kind: 'done' }),
  check: async () => ({ kind: 'ok' }),
  fields: async () => null,
  list: async () => null,
};

/** Sends every post that is due. */
async function post(reconcileFirst: boolean): Promise<void> {
  const { db, now } = service.services;
  const openTarget = async () => ({ adapter, resendWhenAbsent: false, lookupSeconds: [1, 1, 1, 1] });
  const attempt = createPoster({ transaction: postRowsIn(db), now, openTarget, mayAsk: async () => true, reconcileFirst });
  for (let due = await duePosts(db, now(), 100); due.length > 0; due = await duePosts(db, now(), 100))
    for (const one of due) await attempt(one);
}

const jobs = async (): Promise<JobRow[]> => {
  const rows = await service.services.db.selectFrom('job').select('row').where('deleted', '=', false).orderBy('id').execute();
  return rows.map(({ row }) => row as JobRow);
};

test('[edge case 16, S8.6] after restoring a backup older than the devices, all devices are informed, nothing is lost and nothing is posted twice', async () => {
  const [one, two] = [await realDevice(service, 1), await realDevice(service, 3)];
  const edit = (device: typeof one, ids: readonly number[], value: number) =>
    Promise.all(ids.map((id) => device.change('job.edit.v1', { id, field: 'billRate', value }, hand(1))));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const settled = async () => {
    await until(async () => {
      for (const { engine } of [one, two]) engine.retryNow();
      return (await readOutbox(one.store)).length + (await readOutbox(two.store)).length === 0;
    });
  };
  await edit(one, range(1, 30), 61);
  for (const id of [101, 102])
    await one.change('job.post.v1', { ids: [id], targetId: 1 }, { by: 'Ann', at: new Date().toISOString() });
  await settled();

  // In the backup, jobs 101 and 102 are queued for posting but not sent. Job 103 is queued afterwards.
  const folder = await mkdtemp(join(tmpdir(), 'jobdock-restore-'));
  const said: string[] = [];
  const command: BackupCommand = {
    place: {
      home: folder,
      databaseUrl: service.databaseUrl,
      masterKey: Buffer.alloc(32, 7).toString('hex'),
      oldMasterKey: undefined,
    },
    folder,
    version: 'test',
    now: service.services.now(),
    say: (sentence) => void said.push(sentence),
  };
  const file = join(folder, 'test.backup');
  await backUp(command, file);
  await edit(one, range(31, 60), 62);
  await edit(two, range(61, 70), 63);
  await one.change('job.post.v1', { ids: [103], targetId: 1 }, { by: 'Ann', at: new Date().toISOString() });
  await settled();
  await post(false);
  expect([...made.values()]).toEqual([1, 1, 1]);
  await until(async () => {
    one.engine.retryNow();
    return (await scan(one.store, 'job')).filter((job) => job.postState === 'done').length === 3;
  });

  const copy = await emptyDatabase();
  await restore(command, file, copy.url);
  expect(said.join()).toContain('Restored');
  await rm(folder, { recursive: true, force: true });
  await restoreFrom(copy, { url: service.databaseUrl });
  await until(() =>
    service.services.db
      .selectFrom('job')
      .select('id')
      .execute()
      .then(
        () => true,
        () => false,
      ),
  );
  expect((await jobs()).filter((job) => job.billRate === 62)).toEqual([]);
  for (const { engine } of [one, two]) engine.retryNow();

  // Each device is informed, and offers exactly the changes that the service has lost.
  await until(() => one.engine.state().needsYou === 31 && two.engine.state().needsYou === 10);
  const offered = [...(await readOutbox(one.store)), ...(await readOutbox(two.store))];
  expect(new Set(offered.map(({ parked }) => parked?.code))).toEqual(new Set(['lost']));
  await until(async () => isDeepStrictEqual(await scan(one.store, 'job'), await scan(two.store, 'job')));
  expect(await scan(one.store, 'job')).toEqual(await jobs());

  // The ATS is ahead: its job orders are found, not created again.
  await post(true);
  for (const { store, engine } of [one, two]) {
    for (const { entry } of await readOutbox(store)) {
      const again = await retry(store, commands, entry, { by: 'Ann', at: new Date().toISOString() });
      expect(again.ok).toBe(true);
    }
    engine.retryNow();
  }
  await settled();
  await post(true);
  await settled();
  expect([...made.values()]).toEqual([1, 1, 1]);
  const rows = await jobs();
  expect(rows.filter((job) => job.postState === 'done').map(({ id }) => id)).toEqual([101, 102, 103]);
  expect([61, 62, 63].map((rate) => rows.filter((job) => job.billRate === rate).length)).toEqual([30, 30, 10]);
  for (const { store, engine } of [one, two]) {
    await until(async () => {
      engine.retryNow();
      return isDeepStrictEqual(await scan(store, 'job'), await jobs());
    });
    engine.stop();
  }
}, 180_000);
