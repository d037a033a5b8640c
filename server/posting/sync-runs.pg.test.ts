import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideWaitingList, listWaitingLists } from '#contract/posting/waiting-lists.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { writeRows } from '../feed/publish.ts';
import type { ListedValue, TargetAdapter } from '../targets/adapter/target-adapter.ts';
import type { OpenTarget } from '../targets/open-target.ts';
import { targetsOf } from '../targets/target-rows.ts';
import { syncJobs, syncNow } from './sync-runs.ts';

let service: TestService;
const by = { userId: 1, name: 'Ann' };
const audited = async () => 'audited';
beforeAll(async () => {
  service = await startTestService();
  const row = {
    id: 1,
    typeId: 8,
    name: 'ATS',
    maps: ['facility' as const],
    specialtyDependsOnDegree: true,
    disabled: false,
    canPost: true,
    checkState: 'ok' as const,
    hierarchyLevel: 'both' as const,
    posting: 'live' as const,
  };
  const settings = { loginInfoUrl: 'https://ats.example/login' };
  await service.services.db
    .transaction()
    .execute((tx) => writeRows(tx, service.people.north, [{ collection: 'target', row, extra: { settings } }]));
});
afterAll(() => service.close());

const value = (n: number): ListedValue => ({
  extId: `F${n}`,
  kind: 'facility',
  name: `Facility ${n}`,
  parentId: null,
  address: null,
  city: null,
  state: null,
  zip: null,
});
const facilities = Array.from({ length: 1200 }, (_, n) => value(n));

/** An ATS that returns these facilities and no other list. `before` runs before its reply. */
function atsOf(listed: readonly ListedValue[], before: () => Promise<void> = async () => undefined) {
  const adapter: Partial<TargetAdapter> = {
    async list(kind: MapKind) {
      await before();
      return kind === 'facility' ? [...listed] : null;
    },
  };
  const target: OpenTarget = { adapter: adapter as TargetAdapter, resendWhenAbsent: false, lookupSeconds: [] };
  return { ...service.services, openTarget: async () => target };
}
async function theTarget() {
  const [target] = await targetsOf(service.services.db, service.people.north);
  if (!target) throw new Error('the target is gone');
  return target;
}
const held = async () =>
  (await sql<{ n: number }>`select count(*) as n from ats_value where not deleted`.execute(service.services.db)).rows[0]?.n;

test('a sync whose process died continues in another one and adds every value once', async () => {
  const { db } = service.services;
  let goOn: () => void = () => undefined;
  const hangs = new Promise<void>((resolve) => (goOn = resolve));
  const first = syncNow(
    atsOf(facilities, () => hangs),
    await theTarget(),
    by,
    audited,
  );
  const state = async () => (await sql<{ state: string }>`select state from run`.execute(db)).rows.map(({ state }) => state);
  await expect.poll(state).toEqual(['running']);
  // Only one sync per target runs at a time.
  expect(await syncNow(atsOf(facilities), await theTarget(), by, audited)).toMatchObject({
    reply: { message: 'ATS is being synced already', added: 0 },
    begun: undefined,
  });

  await sql`update run set lease_until = now() - interval '1 s'`.execute(db);
  expect(await runJobs(db, syncJobs(atsOf(facilities)))).toBe(1);
  expect(await state()).toEqual(['done']);
  expect(await held()).toBe(1200);
  goOn();
  expect((await first).reply.message).toBe('The sync of ATS goes on in the background');
  expect(await held()).toBe(1200);
});

test('a person who waits sees what changed and which lists could not be read', async () => {
  const changed = [{ ...value(0), name: 'Renamed' }, ...facilities.slice(10), value(5000)];
  expect(await syncNow(atsOf(changed), await theTarget(), by, audited)).toEqual({
    reply: {
      message: 'ATS gave no answer for: degree, specialty, shift. Those lists stay as they were',
      added: 1,
      changed: 1,
      removed: 9,
    },
    begun: 'audited',
  });
  expect(await held()).toBe(1192);
});

test('a list cut in half waits for a person: ours stays until they apply it, keep ours, or a whole list settles it', async () => {
  const chief = await service.signIn('chief');
  const place = { cust: service.people.north, target: 1 };
  const sync = async (listed: readonly ListedValue[]) => (await syncNow(atsOf(listed), await theTarget(), by, audited)).reply;
  const before = await held();
  const half = facilities.slice(600);
  expect(await sync(half)).toMatchObject({
    removed: 0,
    message: expect.stringMatching(/far fewer values than before: facility/),
  });
  expect(await held()).toBe(before);
  const [list] = await service.call(listWaitingLists, place, chief);
  expect(list).toMatchObject({ kind: 'facility', held: before, listed: 600, removed: (before ?? 0) - 600, removedMapped: 0 });
  expect(list?.examples).toHaveLength(20);
  const readAt = list?.readAt ?? '';

  const decide = (choice: 'apply' | 'keep', at: string) =>
    service.send(decideWaitingList, { ...place, kind: 'facility', readAt: at, choice }, chief);
  expect((await decide('apply', '2020-01-01T00:00:00.000Z')).status).toBe(409);
  expect((await decide('keep', readAt)).status).toBe(200);
  expect(await service.call(listWaitingLists, place, chief)).toEqual([]);
  expect((await decide('apply', readAt)).status).toBe(404);
  expect(await held()).toBe(before);

  await sync(half);
  expect(await service.call(listWaitingLists, place, chief)).toHaveLength(1);
  await sync(facilities);
  expect(await service.call(listWaitingLists, place, chief)).toEqual([]);

  await sync(half);
  const [again] = await service.call(listWaitingLists, place, chief);
  const applied = await decide('apply', again?.readAt ?? '');
  expect(applied).toMatchObject({ status: 200, body: { removed: 600, added: 0 } });
  expect(await held()).toBe(600);
});
