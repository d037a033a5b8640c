import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flag } from '#domain/jobs/flags.ts';
import { laneId, mutation, outcomesOf, type SyncWorld, shortly, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { pushBatch } from './push.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(12);
});
afterAll(() => world.close());

const lastSeq = async (clientId: string) =>
  (await world.db.selectFrom('client').select('last_seq').where('client_id', '=', clientId).executeTakeFirst())?.last_seq;
const audits = async (clientId: string) =>
  (await world.db.selectFrom('audit').select('seq').where('client_id', '=', clientId).orderBy('seq').execute()).map((a) => a.seq);

describe('[S2.1] the owner of a lane', () => {
  test('an unknown lane starts with number 1', async () => {
    const lane = laneId('opens');
    expect(shortly(await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]))).toEqual(['applied']);
    expect(await lastSeq(lane)).toBe(1);
  });
  test('an unknown lane with a later number gets a reply that says so, and nothing is stored', async () => {
    const lane = laneId('unknown');
    expect(await world.push(lane, [mutation(4, 'job.hide.v1', { ids: [2] })])).toEqual({ kind: 'client_unknown' });
    expect(await lastSeq(lane)).toBeUndefined();
    expect((await world.job(2)).chgMap).toBe(0);
  });
  test('another person’s lane is not found, and the attempt is recorded once an hour in the sender’s audit', async () => {
    const lane = laneId('foreign');
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [3] })]);
    const push = {
      protocol: 1,
      clientId: lane,
      customerId: world.customerId,
      mutations: [mutation(2, 'job.hide.v1', { ids: [3] })],
    };
    const reply = await pushBatch(world.services, world.ben, push);
    expect(reply).toEqual({ ok: false, error: { kind: 'not_found' } });
    expect(await pushBatch(world.services, world.ben, push)).toEqual(reply);
    // A stranger writes no line into the audit of another customer.
    expect(await pushBatch(world.services, world.eve, push)).toEqual(reply);
    expect((await world.job(3)).chgMap).toBe(flag.onHold);
    const noted = await world.db
      .selectFrom('audit')
      .select(['customer_id', 'actor_id', 'detail'])
      .where('command', '=', 'sync.foreign_client')
      .orderBy('id')
      .execute();
    expect(noted).toEqual(
      [world.ben, world.eve].map(({ customerId, userId }) => ({
        customer_id: customerId,
        actor_id: userId,
        detail: { clientId: lane },
      })),
    );
  });
  test('users of another customer find neither the customer nor the lane', async () => {
    const push = {
      protocol: 1,
      clientId: laneId('eve'),
      customerId: world.customerId,
      mutations: [mutation(1, 'job.hold.v1', { ids: [3] })],
    };
    expect(await pushBatch(world.services, world.eve, push)).toEqual({ ok: false, error: { kind: 'not_found' } });
  });
  test('[edge case 20] a killed device is asked to wipe itself, for replays too', async () => {
    const lane = laneId('killed');
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
    await world.db.updateTable('client').set({ killed_at: new Date() }).where('client_id', '=', lane).execute();
    expect(await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })])).toEqual({ kind: 'wipe' });
    expect(await world.push(lane, [mutation(2, 'job.hide.v1', { ids: [1] })])).toEqual({ kind: 'wipe' });
    const device = await world.db.selectFrom('client').select('told_at').where('client_id', '=', lane).executeTakeFirst();
    expect(device?.told_at).not.toBeNull();
  });
});

describe('[S2.2] numbers', () => {
  test('a replay gets the stored outcome and changes nothing', async () => {
    const lane = laneId('replay');
    const change = mutation(1, 'job.edit.v1', { id: 4, field: 'billRate', value: 99 });
    const [first] = outcomesOf(await world.push(lane, [change]));
    const before = await world.job(4);
    expect(outcomesOf(await world.push(lane, [change]))).toEqual([{ ...first, replayed: true }]);
    expect(await world.job(4)).toEqual(before);
    expect(await audits(lane)).toEqual([1]);
  });
  test('a number reused with another payload is refused and does not run', async () => {
    const lane = laneId('reused');
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [4] })]);
    expect(await world.push(lane, [mutation(1, 'job.hide.v1', { ids: [4] })])).toEqual({ kind: 'key_reused', seq: 1 });
    expect((await world.job(4)).chgMap & flag.hidden).toBe(0);
  });
  test('a gap returns the expected number, within the batch and against the lane', async () => {
    const lane = laneId('gap');
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
    expect(await world.push(lane, [mutation(3, 'job.hide.v1', { ids: [1] })])).toEqual({ kind: 'gap', expected: 2 });
    const broken = [mutation(2, 'job.hide.v1', { ids: [1] }), mutation(4, 'job.show.v1', { ids: [1] })];
    expect(await world.push(lane, broken)).toEqual({ kind: 'gap', expected: 3 });
    expect(await lastSeq(lane)).toBe(1);
  });
  test('[edge case 38] a replay whose result was pruned is answered as applied, without details', async () => {
    const lane = laneId('pruned');
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]);
    await world.db.deleteFrom('mutation_result').where('client_id', '=', lane).execute();
    expect(shortly(await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [1] })]))).toEqual(['applied_result_gone']);
  });
  test('[edge case 4] the same batch sent twice at once takes effect once', async () => {
    const lane = laneId('twice');
    const batch = [1, 2, 3, 4].map((seq) => mutation(seq, seq % 2 ? 'job.hold.v1' : 'job.release.v1', { ids: [5] }));
    const replies = await Promise.all([world.push(lane, batch), world.push(lane, batch), world.push(lane, batch)]);
    for (const reply of replies) expect(shortly(reply)).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(await audits(lane)).toEqual([1, 2, 3, 4]);
  });
});

describe('[S2.3] rights, names and dependencies', () => {
  test('a change whose right was taken meanwhile is refused, recorded, and uses up its number', async () => {
    const lane = laneId('rights');
    const powerless = { ...world.ann, rights: new Set<never>() };
    const batch = [mutation(1, 'job.hold.v1', { ids: [6] })];
    expect(shortly(await world.push(lane, batch, powerless))).toEqual(['forbidden']);
    expect(await lastSeq(lane)).toBe(1);
    expect((await world.job(6)).chgMap).toBe(0);
    // K1: the audit log never holds the mutation's own key for a change that was not made.
    expect(await audits(lane)).toEqual([]);
  });
  test('an unknown name and invalid arguments are refused, and the lane continues', async () => {
    const lane = laneId('names');
    const strange = mutation(1, 'job.hold.v1', { ids: [6] }, { name: 'job.explode.v9' });
    const broken = mutation(2, 'job.hold.v1', { ids: 'all' });
    const reply = await world.push(lane, [strange, broken, mutation(3, 'job.hold.v1', { ids: [6] })]);
    expect(shortly(reply)).toEqual(['unknown_command', 'invalid', 'applied']);
  });
  test('a change that depends on a refused change is refused, and so is one that depends on it', async () => {
    const lane = laneId('depends');
    const reply = await world.push(lane, [
      mutation(1, 'job.edit.v1', { id: 999, field: 'billRate', value: 1 }),
      mutation(2, 'job.hold.v1', { ids: [7] }, { dependsOn: [1] }),
      mutation(3, 'job.hide.v1', { ids: [7] }, { dependsOn: [2] }),
      mutation(4, 'job.hold.v1', { ids: [8] }),
    ]);
    expect(shortly(reply)).toEqual(['not_found', 'dependency', 'dependency', 'applied']);
    expect((await world.job(7)).chgMap).toBe(0);
  });
  test('ids of another customer are not found', async () => {
    const lane = laneId('tenant');
    await world.db
      .insertInto('job')
      .values({ customer_id: world.otherId, id: 5001, rev: 1, row: JSON.stringify(await world.job(1)) })
      .execute();
    expect(shortly(await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [5001] })]))).toEqual(['not_found']);
  });
  test('a choice that is not in the customer’s lists is refused', async () => {
    const lane = laneId('choice');
    const reply = await world.push(lane, [
      mutation(1, 'value.map.v1', { ids: [11], mappedId: 'somebody else’s', certainty: null }),
      mutation(2, 'value.map.v1', { ids: [11], mappedId: 'A-shift', certainty: null }),
      mutation(3, 'value.map.v1', { ids: [11], mappedId: 'B-9', certainty: 88 }),
      mutation(4, 'job.map.v1', { id: 7, kind: 'facility', mappedId: 'nowhere' }),
      mutation(5, 'job.map.v1', { id: 7, kind: 'facility', mappedId: 'B-9' }),
    ]);
    expect(shortly(reply)).toEqual(['invalid', 'invalid', 'applied', 'invalid', 'applied']);
    expect(await world.job(7)).toMatchObject({ facilityMap: 'B-9', chgMap: flag.facilityManual });
  });
});

describe('[S2.4] failures', () => {
  test('a temporary failure stores nothing and ends the batch after the changes already made', async () => {
    const lane = laneId('busy');
    const blocker = await world.db.startTransaction().execute();
    await sql`select 1 from job where customer_id = ${world.customerId} and id = 9 for update`.execute(blocker);
    const reply = await world.push(lane, [
      mutation(1, 'job.hold.v1', { ids: [10] }),
      mutation(2, 'job.hold.v1', { ids: [9] }),
      mutation(3, 'job.hold.v1', { ids: [11] }),
    ]);
    await blocker.rollback().execute();
    expect(reply).toMatchObject({ kind: 'busy', last: 1, outcomes: [{ seq: 1, outcome: 'applied' }] });
    expect(await lastSeq(lane)).toBe(1);
    expect((await world.job(11)).chgMap).toBe(0);
    const again = await world.push(lane, [mutation(2, 'job.hold.v1', { ids: [9] }), mutation(3, 'job.hold.v1', { ids: [11] })]);
    expect(shortly(again)).toEqual(['applied', 'applied']);
  }, 20_000);
  test.each([
    ['a full disk', '53100'],
    ['no memory left', '53200'],
    ['a statement that took too long', '57014'],
  ])('after %s no number is used up, and later the same changes are accepted', async (_, code) => {
    const lane = laneId(`code${code}`);
    await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'refused' using errcode = '${code}'; end`,
    )}`.execute(world.db);
    await sql`create trigger refuse before insert on mutation_result for each row execute function refuse()`.execute(world.db);
    const changes = [mutation(1, 'job.hold.v1', { ids: [4] }), mutation(2, 'job.release.v1', { ids: [4] })];
    expect(await world.push(lane, changes)).toMatchObject({ kind: 'busy', last: 0, outcomes: [] });
    expect([await lastSeq(lane), await audits(lane)]).toEqual([undefined, []]);
    await sql`drop function refuse() cascade`.execute(world.db);
    expect(shortly(await world.push(lane, changes))).toEqual(['applied', 'applied']);
  });
  test('[promise 2] a change that hits a bug is stored as failed, kept for its sender, and the next one runs', async () => {
    const lane = laneId('bug');
    await sql`create function boom() returns trigger language plpgsql as $$ begin
      if new.id = 12 then raise exception 'boom' using errcode = '23514'; end if; return new; end $$`.execute(world.db);
    await sql`create trigger boom before update on job for each row execute function boom()`.execute(world.db);
    const reply = await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [12] }), mutation(2, 'job.hide.v1', { ids: [11] })]);
    await sql`drop trigger boom on job`.execute(world.db);
    expect(shortly(reply)).toEqual(['failed', 'applied']);
    expect(await audits(lane)).toEqual([2]);
  });
  test('a batch over the limit is refused as too large', async () => {
    const big = mutation(1, 'job.hold.v1', { ids: [1] }, { pre: { 'job/1': { note: 'x'.repeat(300_000) } } });
    const push = { protocol: 1, clientId: laneId('big'), customerId: world.customerId, mutations: [big] };
    expect(await pushBatch(world.services, world.ann, push)).toMatchObject({ ok: false, error: { kind: 'too_large' } });
  });
});

describe('several changes in one transaction', () => {
  test('each change sees those before it; history and audit record every step', async () => {
    const lane = laneId('together');
    await world.push(lane, [mutation(1, 'job.hide.v1', { ids: [12] })]);
    const edit = (seq: number, value: number, seen: number) =>
      mutation(
        seq,
        'job.edit.v1',
        { id: 12, field: 'otRate', value },
        { pre: { 'job/12': { otRate: seen } }, dependsOn: [seq - 1] },
      );
    const { otRate } = await world.job(12);
    const outcomes = outcomesOf(
      await world.push(lane, [edit(2, 71, otRate ?? 0), edit(3, 72, 71), mutation(4, 'job.show.v1', { ids: [12] })]),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect(new Set(outcomes.map((outcome) => 'rev' in outcome && outcome.rev)).size).toBe(1);
    expect(await world.job(12)).toMatchObject({
      otRate: 72,
      chgMap: expect.not.toSatisfy((map: number) => (map & flag.hidden) > 0),
    });
    const steps = await world.db
      .selectFrom('job_history')
      .select(['field', 'before', 'after'])
      .where('job_id', '=', 12)
      .where('field', '=', 'otRate')
      .orderBy('id')
      .execute();
    expect(steps).toEqual([
      { field: 'otRate', before: otRate, after: 71 },
      { field: 'otRate', before: 71, after: 72 },
    ]);
    expect(await audits(lane)).toEqual([1, 2, 3, 4]);
    expect(await lastSeq(lane)).toBe(4);
  });
  test('a refused change in the middle ends one transaction, and the next changes run in another', async () => {
    const lane = laneId('middle');
    const held = (seq: number, id: number) => mutation(seq, 'job.hold.v1', { ids: [id] });
    await world.push(lane, [held(1, 1)]);
    const reply = await world.push(lane, [held(2, 3), held(3, 4), held(4, 999), held(5, 5), held(6, 6)]);
    expect(shortly(reply)).toEqual(['applied', 'applied', 'not_found', 'applied', 'applied']);
    const revs = outcomesOf(reply).flatMap((outcome) => ('rev' in outcome ? [outcome.rev] : []));
    expect(revs[0]).toBe(revs[1]);
    expect(revs[2]).toBe(revs[3]);
    expect(revs[2]).toBeGreaterThan(revs[1] ?? 0);
    expect(await audits(lane)).toEqual([1, 2, 3, 5, 6]);
  });
});

test('[D3.1] a long push starts no further transaction with the rights read at its start', async () => {
  const held = (seq: number, id: number) => mutation(seq, 'job.hold.v1', { ids: [id] });
  const mutations = [held(1, 1), held(2, 999), held(3, 3)];
  let asked = 0;
  const now = () => new Date(Date.UTC(2026, 10, 21, 12, 0, 2 * asked++));
  const push = { protocol: 1, clientId: laneId('long'), customerId: world.customerId };
  const first = await pushBatch({ ...world.services, now }, world.ann, { ...push, mutations });
  expect(first).toMatchObject({ ok: true, value: { kind: 'busy', last: 1, outcomes: [{ seq: 1, outcome: 'applied' }] } });
  expect(shortly(await world.push(laneId('long'), mutations.slice(1)))).toEqual(['not_found', 'applied']);
});

describe('[S5] conflicts', () => {
  test('another person’s edit is kept; the conflict names both values and the person', async () => {
    const [ann, ben] = [laneId('ann'), laneId('ben')];
    const pre = { 'job/10': { billRate: 92.5 } };
    await world.push(ben, [mutation(1, 'job.edit.v1', { id: 10, field: 'billRate', value: 101 }, { pre })], world.ben);
    const reply = await world.push(ann, [mutation(1, 'job.edit.v1', { id: 10, field: 'billRate', value: 99 }, { pre })]);
    expect(outcomesOf(reply)).toMatchObject([
      {
        outcome: 'rejected',
        code: 'conflict',
        conflicts: [{ id: 10, field: 'billRate', seen: 92.5, now: 101, wanted: 99, by: 'Ben' }],
      },
    ]);
    expect((await world.job(10)).billRate).toBe(101);
  });
  test('history shows who reopened a job meanwhile', async () => {
    const [ann, ben] = [laneId('ann2'), laneId('ben2')];
    await world.push(ann, [mutation(1, 'job.cancel.v1', { ids: [10] })]);
    await world.push(ben, [mutation(1, 'job.reopen.v1', { ids: [10] })], world.ben);
    const seen = { 'job/10': { 'chgMap.manuallyCancelled': true } };
    const reply = await world.push(ann, [mutation(2, 'job.cancel.v1', { ids: [10] }, { pre: seen })]);
    expect(outcomesOf(reply)).toMatchObject([
      { code: 'conflict', conflicts: [{ field: 'chgMap.manuallyCancelled', by: 'Ben' }] },
    ]);
  });
});

describe('posting through a lane', () => {
  test('a post request creates one queue row with the job’s reference, however often it is repeated', async () => {
    const lane = laneId('post');
    const wish = mutation(1, 'job.post.v1', { ids: [8], targetId: 1 });
    await world.db.transaction().execute((tx) => sql`update job set row = row || '{"chgMap":0}' where id = 8`.execute(tx));
    expect(shortly(await world.push(lane, [wish, mutation(2, 'job.post.v1', { ids: [8], targetId: 1 })]))).toEqual([
      'applied',
      'applied',
    ]);
    const posts = await world.db
      .selectFrom('post')
      .select(['reference', 'state', 'generation', 'asked_by'])
      .where('job_id', '=', 8)
      .execute();
    expect(posts).toEqual([
      { reference: (await world.job(8)).posts[0]?.reference, state: 'wanted', generation: 1, asked_by: world.ann.userId },
    ]);
  });
  test('a failed post that is requested again keeps the lease and the wait of its last call, which may still write', async () => {
    const later = '2026-11-21T12:03:00.000Z';
    await sql`update post set state = 'failed', lease_until = ${later}, next_at = ${later} where job_id = 8`.execute(world.db);
    await sql`update job set row = jsonb_set(row, '{posts,0,state}', '"failed"') || '{"postState":"failed"}' where id = 8`.execute(
      world.db,
    );
    const wish = mutation(1, 'job.post.v1', { ids: [8], targetId: 1 });
    expect(shortly(await world.push(laneId('post again'), [wish]))).toEqual(['applied']);
    const posts = await world.db.selectFrom('post').select(['state', 'lease_until', 'next_at']).where('job_id', '=', 8).execute();
    expect(posts).toEqual([{ state: 'wanted', lease_until: later, next_at: later }]);
  });
  test('a post request older than a day asks for confirmation', async () => {
    const old = { createdAt: '2026-11-20T11:00:00.000Z' };
    const reply = await world.push(laneId('old'), [mutation(1, 'job.post.v1', { ids: [6], targetId: 1 }, old)]);
    expect(shortly(reply)).toEqual(['expired']);
  });
});

test('a change records who did what in the job’s history', async () => {
  await world.push(laneId('history'), [mutation(1, 'job.edit.v1', { id: 2, field: 'durationDays', value: 7 })]);
  const lines = await world.db
    .selectFrom('job_history')
    .select(['who', 'how', 'field', 'before', 'after'])
    .where('job_id', '=', 2)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { who: 'Ann', how: 'manual', field: 'endDate', before: '2027-03-02', after: '2026-12-08' },
    { who: 'Ann', how: 'manual', field: 'durationDays', before: 91, after: 7 },
    { who: 'Ann', how: 'manual', field: 'durationManual', before: false, after: true },
  ]);
});

test('a fill sets each job to its own values, with a line of history for each, and its inverse takes all of it back', async () => {
  const rates = async () => {
    const { rows } = await sql<{ id: number; rate: number; locks: string[] }>`
      select id, row->'billRate' as rate, array(select jsonb_object_keys(row->'locks')) as locks from job where id in (11, 12) order by id
    `.execute(world.db);
    return rows;
  };
  const before = await rates();
  const lane = laneId('fill');
  const edits = { 11: { set: { billRate: 71.5 } }, 12: { set: { billRate: 72, localRate: 99 } } };
  const reply = await world.push(lane, [mutation(1, 'job.fill.v1', { ids: [11, 12, 999], edits: { ...edits, 999: edits[11] } })]);
  expect(outcomesOf(reply)[0]).toMatchObject({ outcome: 'applied', result: { done: [11, 12], refused: [{ id: 999 }] } });
  expect((await rates()).map(({ rate }) => rate)).toEqual([71.5, 72]);
  const lines = await world.db
    .selectFrom('job_history')
    .select(['job_id', 'how', 'after'])
    .where('job_id', 'in', [11, 12])
    .where('field', 'in', ['billRate', 'localRate'])
    .orderBy('job_id')
    .orderBy('field')
    .execute();
  expect(lines.map(({ job_id, how, after }) => [job_id, how, after])).toEqual([
    [11, 'manual', 71.5],
    [12, 'manual', 72],
    [12, 'manual', 99],
  ]);
  const back = { 11: { set: {}, unlock: ['billRate'] }, 12: { set: {}, unlock: ['billRate', 'localRate'] } };
  await world.push(lane, [mutation(2, 'job.fill.v1', { ids: [11, 12], edits: back })]);
  expect(await rates()).toEqual(before);
});
