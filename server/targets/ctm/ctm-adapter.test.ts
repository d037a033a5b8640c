import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TargetDouble } from '#server/demo/double-kit/target-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { sentOrder } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { noSecrets } from '../adapter/connector.ts';
import { guardedSend } from '../adapter/outbound.ts';
import type { SentOrder, TargetAdapter } from '../adapter/target-adapter.ts';
import { ctmConnector } from './ctm-connector.ts';

let double: TargetDouble;
let adapter: TargetAdapter;
let open: () => TargetAdapter;
let address: string;

beforeEach(async () => {
  double = doubles.ctm.start();
  const url = await listenOnLoopback(double.server);
  address = url;
  const secrets = { ...noSecrets, ...doubles.ctm.secrets };
  open = () => ctmConnector.open(doubles.ctm.settings(url), secrets, guardedSend([url])).adapter;
  adapter = open();
});
afterEach(() => closeNow(double.server));

const order = (reference: string, specialty = 'MS', workType: 1 | 3 = 1): SentOrder => {
  const value = { id: 1, targetId: 1, parentId: null, address: null, city: null, state: null, zip: null, active: true };
  const made = {
    reference,
    job: aJob({ startDate: '2026-12-07', workType }),
    mapped: {
      facility: { ...value, kind: 'facility', extId: '5501', name: 'Tide' },
      degree: { ...value, kind: 'degree', extId: 'RN', name: 'RN' },
      specialty: { ...value, kind: 'specialty', extId: specialty, name: specialty },
      shift: null,
    },
  } as const;
  return sentOrder(made, 2);
};
const lost = async (reference: string) => {
  double.faults.push('html-after');
  expect(await adapter.post(order(reference))).toMatchObject({ kind: 'unknown' });
};

test('one new equal order is the job’s, although equal ones were there before; equal keys in other case are read', async () => {
  await adapter.post(order('A'));
  await lost('B');
  expect(await adapter.find('B')).toEqual({ kind: 'found', externalId: '88002' });
});

test('an order that another job owns is not taken for one whose answer was lost', async () => {
  double.faults.push('html-after');
  await adapter.post(order('X', 'TELE'));
  await adapter.post(order('A'));
  await lost('B');
  await adapter.post(order('C'));
  expect(await adapter.find('B')).toEqual({ kind: 'found', externalId: '88003' });
  expect(await adapter.find('X')).toEqual({ kind: 'found', externalId: '88001' });
});

test('two lost calls with equal values, or a service that was restarted, leave it to a person', async () => {
  await lost('A');
  await lost('B');
  expect(await adapter.find('A')).toMatchObject({ kind: 'unclear' });
  expect(await open().find('A')).toMatchObject({ kind: 'unclear', words: expect.stringContaining('started again') });
});

test('a per-diem order is refused with a sentence, without a call', async () => {
  expect(await adapter.post(order('P', 'MS', 3))).toMatchObject({ kind: 'refused', words: expect.stringContaining('per-diem') });
  expect(double.calledAt).toEqual([]);
});

test('a new order has the order type of its source, or else the default of its work type; a canceled one names the reason', async () => {
  const secrets = { ...noSecrets, ...doubles.ctm.secrets };
  const settings = { ...doubles.ctm.settings(address), defaultTravelId: 'LT', voidReason: 'Position filled' };
  const agency = ctmConnector.open(settings, secrets, guardedSend([address])).adapter;
  await agency.post(order('A'));
  await agency.post({ ...order('B', 'TELE'), orderType: '7' });
  expect(double.held().map((held) => held['orderType'])).toEqual(['LT', '7']);
  const closed = await agency.update('88001', { isOpen: { before: true, after: false } }, {});
  expect(closed).toMatchObject({ kind: 'refused', words: expect.stringContaining('with the reason “Position filled”') });
});
