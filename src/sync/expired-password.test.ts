import { expect, test } from 'vitest';
import { readOutbox } from '#src/outbox/items.ts';
import { scan } from '#src/store/rows.ts';
import { differences, hold, minute, states, synced } from '#tests/doubles/sync/one-device.ts';
import { answerOf } from '#tests/doubles/sync/wire.ts';

test('[S3] 428: with an expired password the device keeps rows and changes, and goes on after the new password', async () => {
  const { clock, store, state, engine, service } = await synced();
  state.fate = () => answerOf(428, { kind: 'password_expired' });
  await hold(store, 7);
  await clock.pass(5 * minute);
  expect(await readOutbox(store)).toMatchObject([{ tries: 0 }]);
  expect(service.ran.size).toBe(0);
  // A 403 would have removed them.
  expect(await scan(store, 'job')).not.toEqual([]);
  state.fate = () => 'deliver';
  engine.retryNow();
  await clock.pass(minute);
  expect([await states(store), service.ran.size]).toEqual([[], 1]);
  expect(await differences(store, service)).toEqual([]);
});
