import { expect, test } from 'vitest';
import { makeLockBox, seal } from '#src/store/lock-box.ts';
import { lanesOf, openWork, type SealedWork } from './sealed-work.ts';

const keyOf = (byte: number) => Buffer.from(new Uint8Array(32).fill(byte)).toString('base64');

async function sealedBy(clientId: string, key: string, outbox: readonly object[]) {
  const box = await makeLockBox(clientId, key);
  const sealed = await seal(box, 'a-store', JSON.stringify({ outbox, journal: [] }));
  return { box, unsent: outbox.length, oldestUnsentAt: null, sealedAt: '2026-12-01T00:00:00.000Z', ...sealed };
}
const change = (entry: number, state = 'queued') => ({ entry, state, name: 'job.hold.v1' });

test('the keys of a person open their own lanes only, without changes that were already sent', async () => {
  const seals = [
    await sealedBy('lane-one', keyOf(1), [change(1), change(2, 'acked')]),
    await sealedBy('lane-two', keyOf(2), [change(3)]),
    await sealedBy('lane-one', keyOf(1), [change(4)]),
  ];
  const work: SealedWork = { store: 'a-store', customerId: 2, customer: 'North', seals };
  expect(lanesOf(work)).toEqual(['lane-one', 'lane-two']);
  const entries = async (keys: { clientId: string; key: string }[]) => (await openWork(work, keys)).map(({ entry }) => entry);
  expect(await entries([{ clientId: 'lane-one', key: keyOf(1) }])).toEqual([1, 4]);
  expect(await entries([{ clientId: 'lane-one', key: keyOf(9) }])).toEqual([]);
  expect(await entries([])).toEqual([]);
});
