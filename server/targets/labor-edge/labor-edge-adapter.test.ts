import { expect, test } from 'vitest';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { sentOrder } from '#tests/support/factories/field-mapping-factory.ts';
import { noSecrets } from '../adapter/connector.ts';
import { noOrder } from '../adapter/no-order.ts';
import { guardedSend } from '../adapter/outbound.ts';
import { laborEdgeConnector } from './labor-edge-connector.ts';

test('LaborEdge’s lists are read, also after a token’s 899 seconds; a job is refused without a call', async () => {
  const clock = steppedClock();
  const double = doubles.laborEdge.start({ now: () => clock.now() });
  const url = await listenOnLoopback(double.server);
  const secrets = { ...noSecrets, ...doubles.laborEdge.secrets };
  const open = (over: Partial<typeof secrets>) =>
    laborEdgeConnector.open(doubles.laborEdge.settings(url), { ...secrets, ...over }, guardedSend([url]), clock).adapter;
  const adapter = open({});
  expect(await adapter.check([])).toEqual({ kind: 'ok' });
  expect((await adapter.list('degree'))?.map(({ extId, name }) => [extId, name])).toEqual([
    ['11', 'RN'],
    ['12', 'Sterile Tech'],
  ]);
  clock.step(900_000);
  expect(await Promise.all([adapter.list('specialty'), adapter.list('degree')])).toMatchObject([{ length: 2 }, { length: 2 }]);
  expect(double.signIns()).toBe(2);
  expect(await adapter.list('facility')).toBeNull();
  double.faults.push('html-before');
  expect(await adapter.list('degree')).toBeNull();
  const calls = double.calledAt.length;
  expect(await adapter.post(sentOrder(noOrder, 25))).toMatchObject({
    kind: 'refused',
    words: expect.stringContaining('enter the job in LaborEdge'),
  });
  expect(double.calledAt).toHaveLength(calls);
  expect(await open({ password: 'no' }).check([])).toMatchObject({
    kind: 'failed',
    words: expect.stringContaining('organization code'),
  });
  await closeNow(double.server);
});
