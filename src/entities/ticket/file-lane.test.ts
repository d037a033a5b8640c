import { expect, test, vi } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import type { WaitingFile } from '#src/store/tables/tables.ts';
import { forgetWaitingFiles, keepWaitingFiles, setRefused, waitingFiles } from '#src/store/waiting-files.ts';
import type { Call } from '#src/sync/call.ts';
import { initialSyncState } from '#src/sync/sync-state.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { startFileLane } from './file-lane.ts';

const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const waiting = (id: string, over: Partial<WaitingFile> = {}): WaitingFile => ({
  id,
  ticketId: null,
  ticketRef: ref,
  name: `${id}.csv`,
  type: 'text/csv',
  bytes: new Uint8Array(3),
  refused: null,
  at: '2026-11-21T12:00:00.000Z',
  ...over,
});
const taken = ok({ id: 'f', name: 'f.csv', kind: 'Text', size: 3, by: 'Ann', created: '2026-11-21T12:00:00.000Z' });

/** A lane over a store, with the answers of the service in order and a clock that is moved by hand. */
async function aLane(answers: (typeof taken | ReturnType<typeof no>)[]) {
  const store = await openDeviceStore();
  await fill(store);
  const sent: { id: unknown; ref: unknown }[] = [];
  const call = (async (_endpoint, args) => {
    const { id, ref: uuid } = args as { id: unknown; ref: unknown };
    sent.push({ id, ref: uuid });
    return answers.shift() ?? taken;
  }) as Call;
  let state = { ...initialSyncState, phase: 'offline' as 'offline' | 'synced' };
  const hearing = new Set<() => void>();
  const later: (() => void)[] = [];
  const ports = {
    sync: { get: () => state, subscribe: (hear: () => void) => (hearing.add(hear), () => void hearing.delete(hear)) },
    clock: { now: () => 0, after: (_ms: number, run: () => void) => (later.push(run), () => undefined) },
    locks: { hold: (_name: string, _ms: number, work: () => Promise<never>) => work(), lead: async () => undefined },
  };
  const stop = startFileLane({ store, call, ...ports });
  const go = (phase: 'offline' | 'synced') => {
    state = { ...state, phase };
    for (const hear of hearing) hear();
  };
  const numbered = () => fill(store, [{ collection: 'ticket', row: aTicket({ id: 12, ref }) }] as never);
  return { store, sent, go, later, stop, numbered };
}

test('[edge case 30] a file waits for a connection and for its ticket’s number, then is sent once under its UUID', async () => {
  const { store, sent, go, numbered, stop } = await aLane([]);
  await keepWaitingFiles(store, [waiting('a')], 100);
  await numbered();
  expect(sent).toEqual([]);
  go('synced');
  await vi.waitFor(async () => expect(await waitingFiles(store)).toEqual([]));
  expect(sent).toEqual([{ id: 12, ref: 'a' }]);
  stop();
});

test('a file whose ticket has no number stays, and others go', async () => {
  const { store, sent, go, stop } = await aLane([]);
  await keepWaitingFiles(store, [waiting('a'), waiting('b', { ticketId: 7, ticketRef: null })], 100);
  go('synced');
  await vi.waitFor(() => expect(sent).toEqual([{ id: 7, ref: 'b' }]));
  await vi.waitFor(async () => expect((await waitingFiles(store)).map(({ id }) => id)).toEqual(['a']));
  stop();
});

test('without an answer it waits and goes again under the same UUID; a refusal stays with its reason until a person tries again', async () => {
  const program = no({ kind: 'invalid' as const, fields: { file: 'Failed to upload file a.csv. It is a program.' } });
  const { store, sent, go, later, stop } = await aLane([no({ kind: 'timeout' as const }), program]);
  await keepWaitingFiles(store, [waiting('a', { ticketId: 7, ticketRef: null })], 100);
  go('synced');
  await vi.waitFor(() => expect(later).toHaveLength(1));
  later[0]?.();
  await vi.waitFor(async () =>
    expect(await waitingFiles(store)).toMatchObject([{ refused: expect.stringContaining('program') }]),
  );
  expect(sent).toEqual([
    { id: 7, ref: 'a' },
    { id: 7, ref: 'a' },
  ]);
  await setRefused(store, 'a', null);
  await vi.waitFor(async () => expect(await waitingFiles(store)).toEqual([]));
  expect(sent).toHaveLength(3);
  stop();
});

test('at most so many bytes wait, and a file that is kept again counts once', async () => {
  const store = await openDeviceStore();
  expect(await keepWaitingFiles(store, [waiting('a'), waiting('b')], 6)).toBe(true);
  expect(await keepWaitingFiles(store, [waiting('b')], 6)).toBe(true);
  expect(await keepWaitingFiles(store, [waiting('c')], 6)).toBe(false);
  await forgetWaitingFiles(store, ['a']);
  expect(await keepWaitingFiles(store, [waiting('c')], 6)).toBe(true);
  expect((await waitingFiles(store)).map(({ id }) => id)).toEqual(['b', 'c']);
});
