import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExternalShifts, saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { clearLastSyncDate, listTargetLists } from '#contract/posting/target-lists.ts';
import { decideWaitingList, listWaitingLists } from '#contract/posting/waiting-lists.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { ListedValue, TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import type { OpenTarget } from '#server/targets/open-target.ts';
import { targetsOf } from '#server/targets/target-rows.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { queueDueSyncs } from './nightly-sync.ts';
import { type SyncContext, startSync, syncJobs } from './sync-runs.ts';

let service: TestService;
const by = { userId: 1, name: 'Ann' };
const request = { by, whole: false, beside: async () => 'audited' };
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
    mappingRequired: true,
    takesOnly: null,
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
function atsOf(listed: readonly ListedValue[], before: () => Promise<void> = async () => undefined): SyncContext {
  return contextOf({
    async list(kind: MapKind) {
      await before();
      return kind === 'facility' ? [...listed] : null;
    },
  });
}
function contextOf(adapter: Partial<TargetAdapter>): SyncContext {
  const target: OpenTarget = { adapter: adapter as TargetAdapter, resendWhenAbsent: false, lookupSeconds: [] };
  return { ...service.services, openTarget: async () => target };
}
async function theTarget() {
  const [target] = await targetsOf(service.services.db, service.people.north);
  if (!target) throw new Error('the target is gone');
  return target;
}
const held = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from ats_value where not deleted`.execute(service.services.db)).rows[0]?.n;

/** Queues a sync and carries it out. Returns its message, and what changed. */
async function synced(context: SyncContext, whole = false) {
  expect(await startSync(context, await theTarget(), { ...request, whole })).toEqual({ begun: 'audited' });
  await runJobs(context.db, syncJobs(context));
  return lastRun();
}
async function lastRun() {
  const runs = await service.services.db.selectFrom('run').select(['state', 'message', 'result']).orderBy('id').execute();
  const run = runs.at(-1);
  return { state: run?.state, message: run?.message ?? '', ...(run?.result as Record<string, unknown>) };
}

test('a sync is carried out once, also with two processes, and one whose process died continues in another', async () => {
  const { db } = service.services;
  let goOn: () => void = () => undefined;
  const hangs = new Promise<void>((resolve) => (goOn = resolve));
  const stuck = atsOf(facilities, () => hangs);
  expect(await startSync(stuck, await theTarget(), request)).toEqual({ begun: 'audited' });
  const first = runJobs(db, syncJobs(stuck));
  const state = async () => (await sql<{ state: string }>`select state from run`.execute(db)).rows.map(({ state }) => state);
  await expect.poll(state).toEqual(['running']);
  // Only one sync per target runs at a time.
  expect(await startSync(atsOf(facilities), await theTarget(), request)).toEqual({ problem: 'ATS is being synced already' });
  expect(await runJobs(db, syncJobs(atsOf(facilities)))).toBe(0);
  expect(await held()).toBe(0);

  await sql`update run set lease_until = now() - interval '1 s'`.execute(db);
  expect(await runJobs(db, syncJobs(atsOf(facilities)))).toBe(1);
  expect(await state()).toEqual(['done']);
  expect(await held()).toBe(1200);
  goOn();
  await first;
  expect(await state()).toEqual(['done']);
  expect(await held()).toBe(1200);
});

test('the result of a sync says what changed and which lists could not be read', async () => {
  const changed = [{ ...value(0), name: 'Renamed' }, ...facilities.slice(10), value(5000)];
  expect(await synced(atsOf(changed))).toMatchObject({
    state: 'done',
    message: 'ATS gave no answer for: degree, specialty, shift. Those lists stay as they were. 1 added, 1 changed, 9 removed.',
  });
  expect(await held()).toBe(1192);
  expect(await synced(contextOf({ list: async () => null }))).toMatchObject({
    state: 'failed',
    message: 'Failed to retrieve lists. ATS gave no answer. Our lists stay as they were.',
  });
  expect(await held()).toBe(1192);
});

test('a list cut in half waits for a person: ours stays until they apply it, keep ours, or a whole list settles it', async () => {
  const chief = await service.signIn('chief');
  const place = { cust: service.people.north, target: 1 };
  const sync = (listed: readonly ListedValue[]) => synced(atsOf(listed));
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

test('what a person added here stays when the ATS does not list it; what the ATS has listed goes with it', async () => {
  const chief = await service.signIn('chief');
  const place = { cust: service.people.north, target: 1 };
  const shift = {
    id: 0,
    externalId: 'W-1',
    name: 'Walk nights',
    starts: null,
    ends: null,
    hoursPerWeek: null,
    daysPerWeek: null,
  };
  await service.call(saveExternalShift, { ...place, ...shift, isDeleted: false, clientExternalId: null }, chief);
  const named = async () => {
    const rows = await service.call(listExternalShifts, { ...place, page: 1, pageSize: 50, query: 'Walk', sort: 'name' }, chief);
    return rows.map(({ name }) => name);
  };
  const sync = (...shifts: readonly ListedValue[]) =>
    synced(contextOf({ list: async (kind: MapKind) => (kind === 'shift' ? [...shifts] : null) }), true);
  const listed = (extId: string, name: string): ListedValue => ({ ...value(0), kind: 'shift', extId, name });
  const days = [listed('D', 'Days'), listed('E', 'Evenings'), listed('N', 'Nights')];

  // A shift that is kept here does not count as lost either, so nothing waits for a person.
  expect(await sync(...days)).toMatchObject({ added: 3, removed: 0, message: expect.not.stringContaining('far fewer') });
  expect(await named()).toEqual(['Walk nights']);
  expect(await sync(...days, listed('W-1', 'Walk nights (ATS)'))).toMatchObject({ changed: 1 });
  expect(await named()).toEqual(['Walk nights (ATS)']);
  expect(await sync(...days)).toMatchObject({ removed: 1 });
  expect(await named()).toEqual([]);
});

test('a sync by changes adds and changes, and removes nothing; after its date is cleared, a sync reads whole', async () => {
  const chief = await service.signIn('chief');
  const place = { cust: service.people.north, target: 1 };
  const asked: (string | undefined)[] = [];
  /** An ATS that filters its clients by time. */
  const filters = (listed: readonly ListedValue[]) =>
    contextOf({
      byChanges: ['facility'],
      async list(kind, since) {
        if (kind !== 'facility') return null;
        asked.push(since);
        return [...listed];
      },
    });
  const facilityList = async () => (await service.call(listTargetLists, place, chief)).lists[0];
  await synced(filters(facilities), true);
  const whole = await facilityList();
  expect(whole).toEqual({ kind: 'facility', values: 1200, wholeAt: expect.any(String), changesAt: null });

  service.advance(60_000);
  const few = [{ ...value(3), name: 'New name' }, value(7000)];
  expect(await synced(filters(few))).toMatchObject({ added: 1, changed: 1, removed: 0 });
  expect(asked).toEqual([undefined, whole?.wholeAt]);
  expect(await facilityList()).toMatchObject({ values: 1201, wholeAt: whole?.wholeAt, changesAt: expect.any(String) });
  // Nothing changed since: that is an answer.
  const changesAt = (await facilityList())?.changesAt;
  expect(await synced(filters([]))).toMatchObject({ state: 'done', added: 0, removed: 0 });
  expect(asked.at(-1)).toBe(changesAt);

  service.advance(60_000);
  expect(await service.call(clearLastSyncDate, place, chief)).toEqual({ message: 'Last sync date cleared.' });
  expect(await facilityList()).toMatchObject({ values: 1201, wholeAt: null, changesAt: null });
  expect(await synced(filters(facilities))).toMatchObject({ changed: 1, removed: 1 });
  expect(asked.at(-1)).toBeUndefined();
  expect(await facilityList()).toMatchObject({ values: 1200, wholeAt: expect.any(String) });

  // A whole list that shrinks waits, and a list that waits is read whole again.
  expect((await synced(filters(facilities.slice(600)), true)).message).toMatch(/far fewer values/);
  await synced(filters(facilities));
  expect(asked.slice(-2)).toEqual([undefined, undefined]);
  expect(await service.call(listWaitingLists, place, chief)).toEqual([]);
});

test('a list whose changes cannot be read is read whole, and a date that is cleared during a sync stays cleared', async () => {
  const chief = await service.signIn('chief');
  const place = { cust: service.people.north, target: 1 };
  const asked: (string | undefined)[] = [];
  const context = contextOf({
    byChanges: ['facility'],
    async list(kind, since) {
      if (kind !== 'facility') return null;
      asked.push(since);
      if (since !== undefined) return null;
      service.advance(1000);
      await service.call(clearLastSyncDate, place, chief);
      return [...facilities];
    },
  });
  expect(await synced(context)).toMatchObject({ state: 'done', removed: 0 });
  expect(asked).toEqual([expect.any(String), undefined]);
  expect((await service.call(listTargetLists, place, chief)).lists[0]).toMatchObject({ wholeAt: null });
});

test('only those who may change a target see its lists and clear their dates', async () => {
  const recruiter = await service.signIn('recruiter');
  const chief = await service.signIn('chief');
  for (const call of [listTargetLists, clearLastSyncDate]) {
    expect((await service.send(call, { cust: service.people.north, target: 1 }, recruiter)).status).toBe(403);
    expect((await service.send(call, { cust: service.people.north, target: 4711 }, chief)).status).toBe(404);
  }
});

test('in the night of the customer each connected target is queued once to be read whole', async () => {
  const { db } = service.services;
  await sql`update customer set time_zone = 'America/New_York' where id = ${service.people.north}`.execute(db);
  const context = atsOf(facilities);
  // New York is at most five hours behind UTC: this is in its night, on a day that no sync of these tests has run.
  const night = new Date(Date.now() + 3 * 86_400_000);
  night.setUTCHours(9, 0, 0, 0);
  const at = (now: Date) => queueDueSyncs({ ...context, now: () => now }, new AbortController().signal);
  const noon = new Date(night.getTime() + 8 * 3_600_000);
  expect(await at(noon)).toBe(0);
  expect(await at(night)).toBe(1);
  expect(await at(night)).toBe(0);
  await runJobs(db, syncJobs(context));
  expect(await lastRun()).toMatchObject({ state: 'done' });
  expect(await at(new Date(night.getTime() + 900_000))).toBe(0);
  expect(await at(new Date(night.getTime() + 86_400_000))).toBe(1);
});
