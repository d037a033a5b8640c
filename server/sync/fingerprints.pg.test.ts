import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flag } from '#domain/jobs/flags.ts';
import { laneId, mutation, outcomesOf, type SyncWorld, shortly, startSyncWorld } from '#tests/support/worlds/sync-world.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(12);
});
afterAll(() => world.close());

describe('[edge case 15] a change sent again under another number', () => {
  const timesHeld = async (lanes: readonly string[]) =>
    (await world.db.selectFrom('audit').select('id').where('client_id', 'in', lanes).execute()).length;

  test('does not run again: its number is used up and gets the first result', async () => {
    const [left, taken] = [laneId('left'), laneId('taken')];
    const hold = mutation(1, 'job.hold.v1', { ids: [3] });
    await world.push(left, [hold]);
    const moved = [{ ...hold, seq: 2 }, mutation(3, 'job.release.v1', { ids: [3] }, { dependsOn: [2] })];
    const [first] = outcomesOf(await world.push(taken, [mutation(1, 'job.show.v1', { ids: [3] }), ...moved])).slice(1);
    expect(first).toMatchObject({ seq: 2, outcome: 'applied', result: { done: [3] } });
    expect(await timesHeld([left, taken])).toBe(3);
    expect((await world.job(3)).chgMap & flag.onHold).toBe(0);
  });
  test('runs once if both numbers arrive at the same moment', async () => {
    const lanes = Array.from({ length: 6 }, (_, i) => laneId(`moment${i}`));
    const hold = mutation(1, 'job.hold.v1', { ids: [4] });
    const replies = await Promise.all(lanes.map((lane) => world.push(lane, [hold])));
    expect(replies.map((reply) => shortly(reply))).toEqual(lanes.map(() => ['applied']));
    expect(await timesHeld(lanes)).toBe(1);
  });
  test('is not answered for another user, who makes the same change', async () => {
    const hold = mutation(1, 'job.hold.v1', { ids: [7] });
    const [own, other] = [laneId('own-change'), laneId('same-change')];
    expect(shortly(await world.push(own, [hold]))).toEqual(['applied']);
    expect(shortly(await world.push(other, [hold], world.ben))).toEqual(['applied']);
    expect(await timesHeld([own, other])).toBe(2);
  });
  test('is refused if its user has lost the right since', async () => {
    const hold = mutation(1, 'job.hold.v1', { ids: [8] });
    expect(shortly(await world.push(laneId('with-right'), [hold]))).toEqual(['applied']);
    const reply = await world.push(laneId('right-lost'), [hold], { ...world.ann, rights: new Set() });
    expect(shortly(reply)).toEqual(['forbidden']);
  });
  test('may run if it was refused before', async () => {
    const [left, taken] = [laneId('refused'), laneId('granted')];
    const rate = (seq: number, value: number) => mutation(seq, 'job.edit.v1', { id: 5, field: 'billRate', value });
    const late = { ...rate(2, 77), pre: { 'job/5': { billRate: 50 } } };
    expect(shortly(await world.push(left, [rate(1, 60), late, rate(3, 50)]))).toEqual(['applied', 'conflict', 'applied']);
    expect(shortly(await world.push(taken, [{ ...late, seq: 1 }]))).toEqual(['applied']);
    expect((await world.job(5)).billRate).toBe(77);
  });
});

describe('the time of a change', () => {
  const heldAt = (lane: string, createdAt: string) =>
    world.push(laneId(lane), [mutation(1, 'job.hold.v1', { ids: [10] }, { createdAt })]);

  test.each([
    ['no-time', 'zzz'],
    ['empty-time', ''],
    ['far-time', '9999-01-01T00:00:00.000Z'],
  ])('is refused if no clock shows it: %s', async (lane, createdAt) => {
    const [outcome] = outcomesOf(await heldAt(lane, createdAt));
    expect(outcome).toMatchObject({ code: 'invalid', message: expect.stringContaining('createdAt') as string });
  });
  test('may be days ahead, as on a device whose clock is wrong [edge case 6]', async () => {
    expect(shortly(await heldAt('days-ahead', '2026-11-30T00:00:00.000Z'))).toEqual(['applied']);
  });
});

describe('a change sent with the fingerprint of another', () => {
  const other = mutation(1, 'job.show.v1', { ids: [9] });
  const forged = (seq: number) => ({ ...mutation(seq, 'job.hide.v1', { ids: [9] }), fingerprint: other.fingerprint });

  test('is refused in words, changes nothing, and uses up its number', async () => {
    await world.push(laneId('forged-from'), [other]);
    const lane = laneId('forged');
    const next = mutation(2, 'job.show.v1', { ids: [9] });
    const [first, second] = outcomesOf(await world.push(lane, [forged(1), next]));
    expect(first).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
      message: expect.stringContaining('fingerprint') as string,
    });
    expect(second).toMatchObject({ outcome: 'applied' });
    expect((await world.job(9)).chgMap & flag.hidden).toBe(0);
  });
  test('is refused among changes that share a transaction', async () => {
    const shown = (seq: number) => mutation(seq, 'job.show.v1', { ids: [9] });
    const reply = await world.push(laneId('forged-among'), [shown(1), shown(2), forged(3), shown(4), shown(5)]);
    expect(shortly(reply)).toEqual(['applied', 'applied', 'invalid', 'applied', 'applied']);
    expect((await world.job(9)).chgMap & flag.hidden).toBe(0);
  });
  test('does not get the result of a used number', async () => {
    const lane = laneId('forged-number');
    const shown = mutation(1, 'job.show.v1', { ids: [9] });
    await world.push(lane, [shown]);
    const swapped = { ...mutation(1, 'job.hide.v1', { ids: [9] }), fingerprint: shown.fingerprint };
    expect(await world.push(lane, [swapped])).toEqual({ kind: 'key_reused', seq: 1 });
  });
});
