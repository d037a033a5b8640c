import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { fieldsOf } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import type { JobOrder, SentOrder, TargetAdapter } from '../adapter/target-adapter.ts';
import { bullhornAdapter } from './bullhorn-adapter.ts';
import { BullhornSession } from './bullhorn-session.ts';

let double: BullhornDouble;
let adapter: TargetAdapter;

beforeEach(async () => {
  double = createBullhornDouble({ facilities: 30 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  adapter = open({});
});
afterEach(() => void double.server.close());

function open(wrong: Partial<typeof doubleCredentials>): TargetAdapter {
  const { port } = double.server.address() as AddressInfo;
  const session = new BullhornSession(
    { ...doubleCredentials, ...wrong, loginInfoUrl: `http://127.0.0.1:${port}/rest-services/loginInfo` },
    guardedSend([`http://127.0.0.1:${port}`]),
  );
  return bullhornAdapter(session, { ownerId: 1, contactId: 2 });
}

const sent = (order: JobOrder): SentOrder => ({ ...order, fields: fieldsOf(order) });

const order = (reference: string): SentOrder => {
  const value = { id: 1, targetId: 1, parentId: null, address: null, city: 'Reno', state: 'NV', zip: '89501', active: true };
  return sent({
    reference,
    job: aJob({ title: 'RN ICU', billRate: 78.5, durationDays: 91, startDate: '2026-12-07' }),
    mapped: {
      facility: { ...value, kind: 'facility', extId: '1004', name: 'Fairhaven Hospital' },
      degree: { ...value, kind: 'degree', extId: '1', name: 'Registered Nurse' },
      specialty: { ...value, kind: 'specialty', extId: '101', name: 'Intensive Care Unit' },
      shift: null,
    },
  });
};

describe('posting to Bullhorn', () => {
  test('creates one job order with its reference, then attaches degree and specialty in a second step', async () => {
    expect(await adapter.post(order('REFA'))).toEqual({ kind: 'done', externalId: '50001', words: null });
    const [made] = double.records.jobOrders;
    expect(made).toMatchObject({
      externalID: 'REFA',
      clientBillRate: 78.5,
      durationWeeks: 13,
      categories: [1],
      specialties: [101],
    });
    expect(made?.['clientCorporation']).toEqual({ id: 1004 });
    expect(new Date(Number(made?.['startDate'])).toISOString().slice(0, 10)).toBe('2026-12-07');
  });

  test('a lost reply after the job order was created is unknown, and the lookup by reference finds it', async () => {
    double.faults.push('drop-after-create');
    expect(await adapter.post(order('REFB'))).toMatchObject({ kind: 'unknown' });
    expect(await adapter.find('REFB')).toEqual({ kind: 'found', externalId: '50001' });
    expect(await adapter.find('REFC')).toEqual({ kind: 'absent' });
  });

  test('a 500 is unknown, never failed: the job order may have been created', async () => {
    double.faults.push('error-after-create');
    expect(await adapter.post(order('REFD'))).toMatchObject({ kind: 'unknown', words: 'Internal error' });
  });

  test('a validation error is refused in Bullhorn’s own words, naming the field', async () => {
    const bad = order('REFE');
    const answer = await adapter.post(sent({ ...bad, mapped: { ...bad.mapped, facility: null } }));
    expect(answer.kind).toBe('refused');
    expect(answer.kind === 'refused' && answer.words).toContain('clientCorporation: required property may not be null');
    expect(double.records.jobOrders).toHaveLength(0);
  });

  test('an expired session renews once, with a single-use refresh token, and posts once', async () => {
    await adapter.check([]);
    double.faults.push('expire-session');
    expect(await adapter.post(order('REFF'))).toMatchObject({ kind: 'done' });
    double.faults.push('expire-session');
    expect(await adapter.check([])).toEqual({ kind: 'ok' });
    expect(double.records.jobOrders).toHaveLength(1);
  });

  test('the 307 of a wrong data center is followed, and a 429 is retried after a second', async () => {
    double.faults.push('wrong-data-centre', 'too-many');
    expect(await adapter.post(order('REFG'))).toMatchObject({ kind: 'done' });
    expect(double.records.jobOrders).toHaveLength(1);
  });

  test('wrong credentials are refused with a message and nothing is sent', async () => {
    expect(await open({ password: 'no' }).post(order('REFH'))).toMatchObject({
      kind: 'refused',
      words: expect.stringContaining('password'),
    });
    expect(await open({ clientSecret: 'no' }).check([])).toMatchObject({
      kind: 'failed',
      words: expect.stringContaining('secret'),
    });
  });

  test('an address without a server means later: nothing was sent', async () => {
    const { port } = double.server.address() as AddressInfo;
    await new Promise<void>((resolve) => void double.server.close(() => resolve()));
    const session = new BullhornSession(
      { ...doubleCredentials, loginInfoUrl: `http://127.0.0.1:${port}/rest-services/loginInfo` },
      guardedSend([`http://127.0.0.1:${port}`]),
    );
    expect(await bullhornAdapter(session, { ownerId: 1, contactId: 2 }).post(order('REFI'))).toMatchObject({ kind: 'later' });
  });
});

test('reads the ATS’s own lists: clients with their addresses and parents, degrees, specialties under their degree, shifts', async () => {
  double.records.addClient('ClientCorporation', { name: 'Tide Clinic', parentClientCorporation: { id: 1000 } }, 0);
  const facilities = await adapter.list('facility');
  expect(facilities).toHaveLength(31);
  expect(facilities?.[0]).toMatchObject({ kind: 'facility', extId: '1000', state: expect.stringMatching(/^[A-Z]{2}$/) });
  expect(facilities).toContainEqual(expect.objectContaining({ name: 'Tide Clinic', parentId: '1000' }));
  expect(await adapter.list('specialty')).toContainEqual(
    expect.objectContaining({ extId: '101', name: 'Intensive Care Unit', parentId: '1' }),
  );
  expect(await adapter.list('degree')).toContainEqual(expect.objectContaining({ extId: '1', name: 'Registered Nurse' }));
  expect((await adapter.list('shift'))?.length).toBeGreaterThan(3);
});

test('reads only the clients that changed since a time, from a day before on; other lists have no such filter', async () => {
  const at = Date.UTC(2026, 6, 1, 12);
  const change = (name: string, hours: number) => double.records.addClient('ClientCorporation', { name }, at + hours * 3_600_000);
  change('Changed long ago', -25);
  change('Changed in the day before', -23);
  change('Changed after', 1);
  const changed = await adapter.list('facility', new Date(at).toISOString());
  expect(changed?.map(({ name }) => name)).toEqual(['Changed in the day before', 'Changed after']);
  expect(adapter.byChanges).toEqual(['facility']);
});
