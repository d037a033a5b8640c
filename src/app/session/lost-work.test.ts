import { expect, test } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import type { LocalSettings } from '#src/store/local-settings.ts';
import { updateMirror } from '#src/store/mirror.ts';
import type { Call } from '#src/sync/call.ts';
import { ann, fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { noteLostWork, reportLost } from './lost-work.ts';

function memorySettings(): LocalSettings {
  const values = new Map<string, unknown>();
  return {
    read: (key) => values.get(key),
    write: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/** A store with two changes that the browser wiped, opened again. `answer` is the service's response. */
async function wiped(answer: () => unknown) {
  const settings = memorySettings();
  const before = await openDeviceStore();
  await fill(before);
  await enqueue(before, commands, 'job.hold.v1', { ids: [7] }, ann());
  await enqueue(before, commands, 'job.hold.v1', { ids: [8] }, ann(1));
  await updateMirror(before, settings);
  const store = await openDeviceStore();
  noteLostWork(store, settings);
  await updateMirror(store, settings);
  const asked: unknown[] = [];
  const call = (async (_: unknown, args: unknown) => {
    asked.push(args);
    return answer();
  }) as unknown as Call;
  return { report: () => reportLost(store, { call, settings }), asked };
}

test('[edge case 22] The service returns how many changes never arrived; the user and the service get one report', async () => {
  const { report, asked } = await wiped(() => ok({ lost: 1 }));
  expect(await report()).toMatchObject({ tone: 'error', title: '1 unsent change lost' });
  expect(asked).toMatchObject([{ customerId: 2, maxSeq: 2, unsent: 2 }]);
  expect(await report()).toBeNull();
  expect(asked).toHaveLength(1);
});

test('[edge case 22] Changes that had arrived are not reported as lost', async () => {
  const { report } = await wiped(() => ok({ lost: 0 }));
  expect(await report()).toMatchObject({ tone: 'info', detail: expect.stringContaining('all 2 changes') as string });
});

test('[edge case 22] Offline, the user sees the maximum once; the report with the right count follows later', async () => {
  let online = false;
  const { report } = await wiped(() => (online ? ok({ lost: 2 }) : no({ kind: 'offline' })));
  expect(await report()).toMatchObject({ title: 'Up to 2 unsent changes lost' });
  expect(await report()).toBeNull();
  online = true;
  expect(await report()).toMatchObject({ title: '2 unsent changes lost' });
  expect(await report()).toBeNull();
});
