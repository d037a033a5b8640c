import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { guardedSend } from '../adapter/outbound.ts';
import { BullhornSession } from './bullhorn-session.ts';
import { changedOrders } from './changed-orders.ts';

let double: BullhornDouble;
let session: BullhornSession;
beforeEach(async () => {
  double = createBullhornDouble({ facilities: 3 });
  const url = await listenOnLoopback(double.server);
  session = new BullhornSession({ ...doubleCredentials, loginInfoUrl: `${url}/rest-services/loginInfo` }, guardedSend([url]));
});
afterEach(() => closeNow(double.server));

const add = (): string => {
  const needed = { clientContact: { id: 2 }, clientCorporation: { id: 1000 }, owner: { id: 1 }, dateAdded: 1, startDate: 1 };
  const made = double.records.create({ ...needed, employmentType: 'Contract', onSite: 'On-Site', willRelocateInt: 0 }, 1);
  if (!('id' in made)) throw new Error(made.errorMessage);
  return String(made.id);
};
const read = (since: string | null) => changedOrders(session, 'watch', since);

test('a subscription begins with the next change, and each change is named once', async () => {
  const id = add();
  expect(await read(null)).toEqual({ externalIds: [], since: '0' });
  expect(await read('0')).toEqual({ externalIds: [], since: '0' });
  double.change(id, { title: 'Renamed' });
  double.change(id, { title: 'Renamed again' });
  expect(await read('0')).toEqual({ externalIds: [id], since: '1' });
  double.change(id, null);
  expect(await read('1')).toEqual({ externalIds: [id], since: '2' });
  expect(await read('2')).toEqual({ externalIds: [], since: '2' });
});

test('a batch whose answer was lost is read again by its number', async () => {
  const ids = [add(), add()] as const;
  await read(null);
  double.change(ids[0], { title: 'Renamed' });
  await session.call('GET', 'event/subscription/watch?maxEvents=100');
  double.change(ids[1], { title: 'Renamed' });
  expect(await read('0')).toEqual({ externalIds: [...ids], since: '2' });
});

test('a subscription that ended is made again; without an answer nothing is used up', async () => {
  expect(await read('7')).toEqual({ externalIds: [], since: '0' });
  const id = add();
  double.faults.push('error-before');
  expect(await read('0')).toBeNull();
  expect(await read('0')).toEqual({ externalIds: [id], since: '1' });
});
