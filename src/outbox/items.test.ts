import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import { commands } from '#domain/commands/commands.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { has } from '#domain/jobs/flags.ts';
import { putMeta, readFeed, readLane } from '#src/store/meta.ts';
import { readRow, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { Row } from '#src/store/tables/tables.ts';
import { ann, commandsWith, filledStores } from '#tests/doubles/sync/device-store.ts';
import { enqueue } from './enqueue.ts';
import { forkLane } from './fork.ts';
import { inverseOf } from './inverse-of.ts';
import { discard, exportOutbox, readJournal, readOutbox, resumeLane, retry, undo, withdraw } from './items.ts';
import { applyOutcomes, pruneJournal, reflect } from './outcomes.ts';
import { rebase } from './overlay.ts';

const queue = async (store: Store, ...changes: Change[]) => {
  for (const [i, { name, args }] of changes.entries()) {
    const queued = await enqueue(store, commands, name, args as never, ann(i));
    if (!queued.ok) throw new Error(queued.error.kind);
  }
};
const rate = (id: number, value: number): Change => ({ name: 'job.edit.v1', args: { id, field: 'billRate', value } });
const hold = (...ids: number[]): Change => ({ name: 'job.hold.v1', args: { ids } });
const markSent = (store: Store) =>
  store.write(async (tx) => {
    const entries = await tx.list('outbox');
    await tx.put(
      'outbox',
      entries.map((entry) => ({ ...entry, state: 'sending' as const, sent: true })),
    );
  });
const answer = async (store: Store, ...outcomes: MutationOutcome[]) => {
  const { clientId } = await store.read(readLane);
  await store.write((tx) => applyOutcomes(tx, commands, clientId, outcomes));
};
const applied = (seq: number, rev = 10 + seq): MutationOutcome => ({
  seq,
  outcome: 'applied',
  rev,
  result: { done: [7], refused: [] },
  replayed: false,
});
const rejected = (seq: number, code: 'conflict' | 'forbidden' = 'conflict'): MutationOutcome => ({
  seq,
  outcome: 'rejected',
  code,
  message: 'No.',
  conflicts: [],
  replayed: false,
});
const job = async (store: Store, id: number) => {
  const row = await readRow(store, 'job', id);
  if (!row) throw new Error('no such job');
  return row;
};
const seqs = async (store: Store) => (await readOutbox(store)).map(({ seq, state }) => [seq, state]);

describe.each(filledStores)('the outbox on %s', (_engine, filled) => {
  test('[edge case 28] undoing an unsent change removes it, closes the gap and passes the value it saw to the next change', async () => {
    const store = await filled();
    const first = (await job(store, 7)).billRate;
    await queue(store, hold(8), rate(7, 80), hold(9), rate(7, 81));
    expect(await undo(store, commands, 2, ann())).toEqual({ ok: true, value: [] });
    expect(await seqs(store)).toEqual([
      [1, 'waiting'],
      [2, 'waiting'],
      [3, 'waiting'],
    ]);
    const last = (await readOutbox(store)).at(-1);
    expect(last).toMatchObject({ seq: 3, dependsOn: [], pre: { 'job/7': { billRate: first } } });
    expect((await job(store, 7)).billRate).toBe(81);
    expect((await store.read(readLane)).nextSeq).toBe(4);
  });

  test('[edge case 28] undoing a sent change queues its inverse, only for the rows that it changed', async () => {
    const store = await filled();
    await queue(store, hold(8), hold(7, 8));
    await markSent(store);
    const undone = await undo(store, commands, 2, ann(5));
    expect(undone).toMatchObject({ ok: true, value: [{ seq: 3 }] });
    expect((await readOutbox(store)).at(-1)).toMatchObject({ name: 'job.release.v1', args: { ids: [7] }, dependsOn: [2] });
    expect([has((await job(store, 7)).chgMap, 'onHold'), has((await job(store, 8)).chgMap, 'onHold')]).toEqual([false, true]);
  });

  test.each<[string, Change, Change?]>([
    ['a first edit', rate(7, 80)],
    ['an edit over an edit', rate(7, 81), rate(7, 80)],
    ['an unlock', { name: 'job.unlock.v1', args: { id: 7, field: 'billRate' } }, rate(7, 80)],
    ['a cancellation', { name: 'job.cancel.v1', args: { ids: [7, 8] } }],
    ['hiding a job', { name: 'job.hide.v1', args: { ids: [7] } }],
    ['a mapping of one job', { name: 'job.map.v1', args: { id: 7, kind: 'facility', mappedId: 'B-9' } }],
    [
      'a removed mapping of one job',
      { name: 'job.clearOverrides.v1', args: { ids: [7] } },
      { name: 'job.map.v1', args: { id: 7, kind: 'facility', mappedId: 'B-9' } },
    ],
    ['a mapping of a text', { name: 'value.map.v1', args: { ids: [11], mappedId: 'B-9', certainty: null } }],
    ['an ignored text', { name: 'value.ignore.v1', args: { ids: [11], ignored: true } }],
    ['a unique text', { name: 'value.unique.v1', args: { ids: [11], unique: true } }],
  ])('[edge case 28] undoing %s restores the values', async (_, change, before) => {
    const values = async (store: Store) => {
      const { chgMap, billRate, facilityMap, status } = await job(store, 7);
      const text = await readRow(store, 'mapValue', 11);
      return { chgMap, billRate, facilityMap, status, mappedId: text?.mappedId, ignored: text?.ignored, unique: text?.unique };
    };
    const store = await filled();
    if (before) await queue(store, before);
    await markSent(store);
    const then = await values(store);
    await queue(store, change);
    await markSent(store);
    expect(await values(store)).not.toEqual(then);
    const last = (await readOutbox(store)).at(-1);
    expect(await undo(store, commands, last?.entry ?? 0, ann(9))).toMatchObject({ ok: true });
    expect(await values(store)).toEqual(then);
  });

  test('a post cannot be undone', () => {
    expect(inverseOf(commands, { name: 'job.post.v1', args: { ids: [7], targetId: 1 }, before: [] })).toBeNull();
  });

  test('[S3] a rejected change is parked with its reason, its overlay is removed, and the lane continues', async () => {
    const store = await filled();
    const { billRate } = await job(store, 7);
    await queue(store, rate(7, 80), hold(8));
    await markSent(store);
    await answer(store, rejected(1), applied(2));
    expect(await seqs(store)).toEqual([
      [1, 'parked'],
      [2, 'acked'],
    ]);
    expect((await job(store, 7)).billRate).toBe(billRate);
    expect(has((await job(store, 8)).chgMap, 'onHold')).toBe(true);
  });

  test('[S3] an applied change keeps its overlay until a pull contains it, in either order of arrival', async () => {
    const store = await filled();
    const pulled = (lastSeq: number) =>
      store.write(async (tx) => {
        await putMeta(tx, 'feed', { ...(await readFeed(tx)), since: 10 + lastSeq, lastSeq, syncedAt: ann().at });
        await reflect(tx);
        await rebase(tx, commands);
      });
    await queue(store, hold(7), hold(8));
    await markSent(store);
    await answer(store, applied(1));
    expect(has((await job(store, 7)).chgMap, 'onHold')).toBe(true);
    await pulled(2);
    expect(await seqs(store)).toEqual([[2, 'sending']]);
    await answer(store, applied(2));
    expect(await readOutbox(store)).toEqual([]);
    expect((await readJournal(store)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await store.read((tx) => tx.list('overlay'))).toEqual([]);
  });

  test('queued changes of a new row move to the numbered row as soon as it is pulled, and no copy of it is shown', async () => {
    const store = await filled();
    const ref = '00000008-93c1-4d6a-9a55-5d2f7c8e1a01';
    const local = { id: localIdOf(ref), ref };
    await queue(store, { name: 'substitutionTarget.save.v1', args: { ...local, objectType: 2, name: 'LPN' } }, hold(7), {
      name: 'substitutionTarget.save.v1',
      args: { ...local, objectType: 2, name: 'LVN' },
    });
    const [unnumbered] = await scan(store, 'substitutionTarget');
    await store.write(async (tx) => {
      await tx.put('fresh', [
        { collection: 'substitutionTarget', id: 900, rev: 2, row: { ...unnumbered, id: 900, name: 'LPN' } as Row },
      ]);
      await rebase(tx, commands);
    });
    expect((await scan(store, 'substitutionTarget')).map(({ id, name }) => [id, name])).toEqual([[900, 'LVN']]);
    await queue(store, { name: 'substitutionTarget.remove.v1', args: local });
    expect(await scan(store, 'substitutionTarget')).toMatchObject([{ id: 900, purged: true }]);
    expect((await readOutbox(store)).at(-1)).toMatchObject({ args: { id: 900 }, rows: ['substitutionTarget/900'] });
  });

  test('[edge case 40] a revision below the pulled ones reflects nothing, because the service may have lost those', async () => {
    const store = await filled();
    const { since } = await store.read(readFeed);
    await queue(store, hold(7), hold(8));
    await markSent(store);
    await answer(store, applied(1, (since ?? 0) - 1), applied(2, since ?? 0));
    expect(await seqs(store)).toEqual([[1, 'acked']]);
    expect((await readJournal(store)).map(({ seq }) => seq)).toEqual([2]);
  });

  test('an answer that arrives twice, or for a replaced lane, changes nothing', async () => {
    const store = await filled();
    await queue(store, hold(7));
    await markSent(store);
    await store.write((tx) => applyOutcomes(tx, commands, 'another client', [rejected(1)]));
    await answer(store, applied(1), rejected(1));
    await answer(store, rejected(1));
    expect(await seqs(store)).toEqual([[1, 'acked']]);
  });

  test('[edge case 13] five equal refusals pause the lane until the user resumes it', async () => {
    const store = await filled();
    await queue(store, ...[1, 2, 3, 4, 5].map((value) => rate(7 + (value % 2), value)));
    await markSent(store);
    await answer(store, ...[1, 2, 3, 4].map((seq) => rejected(seq, 'forbidden')));
    expect((await store.read(readLane)).paused).toBeNull();
    await answer(store, rejected(5, 'forbidden'));
    expect((await store.read(readLane)).paused).toBe('refusals');
    await resumeLane(store);
    expect(await store.read(readLane)).toMatchObject({ paused: null, refusals: null });
  });

  test('a parked change can be discarded, or queued again over the current values, also edited', async () => {
    const store = await filled();
    await queue(store, rate(7, 80), rate(8, 80));
    await markSent(store);
    await answer(store, rejected(1), rejected(2));
    expect(await discard(store, commands, 1)).toMatchObject({ ok: true });
    expect(await discard(store, commands, 1)).toEqual({ ok: false, error: { kind: 'gone' } });
    expect(await retry(store, commands, 2, ann(3), { id: 8, field: 'billRate', value: 90 })).toMatchObject({
      ok: true,
      value: { seq: 3 },
    });
    expect((await job(store, 8)).billRate).toBe(90);
    expect(await seqs(store)).toEqual([[3, 'waiting']]);
    expect(await withdraw(store, commands, 99)).toEqual({ ok: false, error: { kind: 'gone' } });
  });

  test('a change whose command crashes when rows arrive is parked and closes its gap; a sent one stays', async () => {
    const store = await filled();
    await queue(store, hold(7));
    await markSent(store);
    await queue(store, rate(8, 1), hold(8), hold(9), rate(9, 2));
    await store.write((tx) =>
      rebase(
        tx,
        commandsWith(() => true),
      ),
    );
    expect(await seqs(store)).toEqual([
      [1, 'sending'],
      [2, 'waiting'],
      [0, 'parked'],
      [0, 'parked'],
      [3, 'waiting'],
    ]);
    expect((await store.read(readLane)).nextSeq).toBe(4);
  });

  test('[edge case 15] a fork renumbers unsettled changes in order; sent posts wait for the user', async () => {
    const store = await filled();
    await queue(store, rate(7, 80), { name: 'job.post.v1', args: { ids: [8], targetId: 1 } }, rate(7, 81), hold(7));
    await answer(store, applied(1));
    await markSent(store);
    await store.write(async (tx) => {
      const [first] = await tx.list('outbox');
      if (first) await tx.put('outbox', [{ ...first, state: 'acked' }]);
      await forkLane(tx, commands, 'new client of this device', null);
    });
    const entries = await readOutbox(store);
    expect(entries.map(({ seq, state, parked, dependsOn }) => [seq, state, parked?.code, dependsOn])).toEqual([
      [1, 'acked', undefined, []],
      [2, 'parked', 'confirm', []],
      [1, 'waiting', undefined, []],
      [2, 'waiting', undefined, [1]],
    ]);
    expect(await store.read(readLane)).toMatchObject({ clientId: 'new client of this device', nextSeq: 3 });
    expect((await job(store, 7)).billRate).toBe(81);
  });

  test('[edge case 16] changes that a restored service has lost are offered again', async () => {
    const store = await filled();
    await queue(store, hold(7), hold(8), hold(9));
    await markSent(store);
    await answer(store, applied(1), applied(2), applied(3));
    await store.write(async (tx) => {
      await putMeta(tx, 'feed', { ...(await readFeed(tx)), since: 12, lastSeq: 2, syncedAt: ann().at });
      await reflect(tx);
      await forkLane(tx, commands, 'new client of this device', 1);
    });
    expect((await readOutbox(store)).map(({ entry, parked }) => [entry, parked?.code])).toEqual([
      [2, 'lost'],
      [3, 'lost'],
    ]);
    expect((await readJournal(store)).map(({ entry }) => entry)).toEqual([1]);
    expect(await retry(store, commands, 2, ann(8))).toMatchObject({ ok: true, value: { seq: 1 } });
  });

  test('the journal removes entries after a week, and the export contains lane, outbox and journal', async () => {
    const store = await filled();
    await queue(store, hold(7), hold(8));
    await markSent(store);
    await store.write(async (tx) => putMeta(tx, 'feed', { ...(await readFeed(tx)), since: 11, lastSeq: 1, syncedAt: ann().at }));
    await answer(store, applied(1));
    const exported = JSON.parse(await exportOutbox(store)) as Record<string, unknown[]>;
    expect([exported['outbox']?.length, exported['journal']?.length]).toEqual([1, 1]);
    const weekLater = (more: number) => new Date(Date.parse(ann().at) + 7 * 86_400_000 + more).toISOString();
    await pruneJournal(store);
    await pruneJournal(store, weekLater(0));
    expect(await readJournal(store)).toHaveLength(1);
    await pruneJournal(store, weekLater(1));
    expect(await readJournal(store)).toEqual([]);
  });

  test('[edge case 6] a device whose clock is weeks ahead removes nothing that the service may still need', async () => {
    const store = await filled();
    await queue(store, hold(7));
    await markSent(store);
    const day = 86_400_000;
    const later = (days: number) => new Date(Date.parse(ann().at) + days * day).toISOString();
    const servedAt = (days: number) =>
      store.write(async (tx) =>
        putMeta(tx, 'feed', { ...(await readFeed(tx)), since: 11, lastSeq: 1, syncedAt: later(30), servedAt: later(days) }),
      );
    await servedAt(0);
    await answer(store, applied(1));
    expect((await readJournal(store))[0]?.ackedAt).toBe(later(0));
    await servedAt(7);
    await pruneJournal(store);
    expect(await readJournal(store)).toHaveLength(1);
    await servedAt(8);
    await pruneJournal(store);
    expect(await readJournal(store)).toEqual([]);
  });
});
