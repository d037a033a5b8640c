import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOutbox } from '#src/outbox/items.ts';
import { readRow, scan } from '#src/store/rows.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { stage } from '../support/worlds/sync-world.ts';
import { hand, realDevice, until } from './real-device.ts';

const jobs = 6_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, jobs);
});
afterAll(() => service.close());

test('two devices and the real service: 500 offline changes arrive once, and both devices show the same rows', async () => {
  const [one, two] = [await realDevice(service, 1), await realDevice(service, 3)];
  expect((await scan(one.store, 'job')).length).toBe(jobs);

  one.wire.cut = true;
  one.engine.retryNow();
  for (let i = 0; i < 500; i++) {
    await one.change('job.edit.v1', { id: 1 + (i % 250), field: 'billRate', value: 50 + (i >= 250 ? 1 : 0) }, hand(i));
  }
  expect((await readOutbox(one.store)).length).toBe(500);
  await until(() => one.engine.state().phase === 'offline');

  one.wire.cut = false;
  const since = performance.now();
  one.engine.retryNow();
  await until(() => one.engine.state().waiting === 0);
  const drainedMs = performance.now() - since;
  console.info(`500 changes drained in ${Math.round(drainedMs)} ms`);
  expect(one.engine.state().needsYou).toBe(0);

  for (const { engine } of [one, two]) engine.retryNow();
  await until(async () => (await readOutbox(one.store)).length === 0);
  await until(async () => (await readRow(two.store, 'job', 250))?.billRate === 51);
  expect(await scan(two.store, 'job')).toEqual(await scan(one.store, 'job'));
  const audit = await service.services.db.selectFrom('audit').select('seq').where('client_id', 'is not', null).execute();
  expect(audit.length).toBe(500);
  for (const { engine } of [one, two]) engine.stop();
});

test('two users change one field: the second is asked, and no unseen value is overwritten', async () => {
  const [one, two] = [await realDevice(service, 5), await realDevice(service, 7)];
  two.wire.cut = true;
  await two.change('job.edit.v1', { id: 400, field: 'billRate', value: 72 }, { by: 'Ben', at: hand(0).at });
  await one.change('job.edit.v1', { id: 400, field: 'billRate', value: 74 }, hand(1));
  await until(async () => (await readOutbox(one.store))[0]?.state === 'acked');

  two.wire.cut = false;
  two.engine.retryNow();
  await until(() => two.engine.state().phase === 'needs-you');
  const [entry] = await readOutbox(two.store);
  expect(entry?.parked).toMatchObject({ code: 'conflict', conflicts: [{ field: 'billRate', now: 74, wanted: 72 }] });
  await until(async () => (await readRow(two.store, 'job', 400))?.billRate === 74);
  for (const { engine } of [one, two]) engine.stop();
});
