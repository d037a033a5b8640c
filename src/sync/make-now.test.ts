import { expect, test } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { commands } from '#domain/commands/commands.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { readRow } from '#src/store/rows.ts';
import { ann, fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import type { Call } from './call.ts';
import { makeNow } from './make-now.ts';

async function acting(answer: unknown) {
  const store = await openDeviceStore();
  await fill(store);
  const sent: { endpoint: unknown; args: unknown; key: unknown }[] = [];
  const call = (async (endpoint: unknown, args: unknown, options: { idempotencyKey?: string } = {}) => {
    sent.push({ endpoint, args, key: options.idempotencyKey });
    return answer;
  }) as unknown as Call;
  return { store, sent, ports: { store, commands, call } };
}

test('[edge case 18] a change made while impersonating is sent at once, with the values that were seen and an idempotency key', async () => {
  const { store, sent, ports } = await acting(ok({ done: [7], refused: [] }));
  const made = await makeNow(ports, 'job.edit.v1', { id: 7, field: 'billRate', value: 74 }, ann());
  expect(made).toEqual({ ok: true, value: { done: [7], refused: [] } });
  expect(sent).toMatchObject([{ endpoint: changeNow, args: { cust: 2, name: 'job.edit.v1', args: { value: 74 } } }]);
  expect(sent[0]?.args).toHaveProperty(['pre', 'job/7', 'billRate']);
  expect(sent[0]?.key).toEqual(expect.any(String));
  expect(await readOutbox(store)).toEqual([]);
});

test('[edge case 18] without the service nothing is kept and nothing is shown', async () => {
  const { store, ports } = await acting(no({ kind: 'offline' }));
  const before = await readRow(store, 'job', 7);
  const made = await makeNow(ports, 'job.hold.v1', { ids: [7] }, ann());
  expect(made).toEqual({ ok: false, error: { kind: 'failed', error: { kind: 'offline' } } });
  expect(await readOutbox(store)).toEqual([]);
  expect(await readRow(store, 'job', 7)).toEqual(before);
});

test('a change that the device can refuse by itself is not sent', async () => {
  const { sent, ports } = await acting(ok({ done: [], refused: [] }));
  const made = await makeNow(ports, 'job.edit.v1', { id: 7, field: 'billRate', value: -1 }, ann());
  expect(made).toMatchObject({ ok: false, error: { kind: 'refused', code: 'invalid' } });
  expect(sent).toEqual([]);
});
