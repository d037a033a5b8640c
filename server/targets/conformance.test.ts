import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MapKind } from '#contract/rows/rows.ts';
import { differences } from '#domain/posting/read-back.ts';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { type AdapterName, targetKinds } from '#domain/targets/target-kinds.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import type { DoubleRecord, TargetDouble } from '#server/demo/double-kit/target-double.ts';
import { doubles } from '#server/demo/doubles.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { memoryBook } from '#tests/posting/memory-book.ts';
import { sentOrder } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { noSecrets } from './adapter/connector.ts';
import { changedSince, remembered } from './adapter/sent-values.ts';
import type { JobOrder, SentOrder, TargetAdapter } from './adapter/target-adapter.ts';
import { connectorOf } from './connectors.ts';
import { pacedSend } from './pace/paced-send.ts';

/** What differs between the kinds: where our reference is, how a bad job is made, and what an open or closed job holds. */
type Rig = {
  /** Null for a target that cannot keep it. */
  readonly reference: string | null;
  /** Makes a job that the target refuses, and the field that the refusal names. */
  readonly spoil: (order: JobOrder) => JobOrder;
  readonly names: string;
  readonly rate: string | null;
  /** What a person changes in the target. */
  readonly edit: readonly [field: string, value: unknown];
  readonly isClosed: (record: DoubleRecord | undefined) => boolean;
};

const longTitle = (order: JobOrder): JobOrder => ({ ...order, job: { ...order.job, providerJobId: 'x'.repeat(200) } });
const unmapped =
  (kind: MapKind) =>
  (order: JobOrder): JobOrder => ({ ...order, mapped: { ...order.mapped, [kind]: null } });

const rigs: Partial<Record<AdapterName, Rig>> = {
  bullhorn: {
    reference: 'externalID',
    spoil: unmapped('facility'),
    names: 'clientCorporation',
    rate: 'clientBillRate',
    edit: ['clientBillRate', 91],
    isClosed: (record) => record?.['isOpen'] === false,
  },
  crelate: {
    reference: 'ExternalPrimaryKey',
    spoil: unmapped('facility'),
    names: 'CompanyId',
    rate: 'BillRate',
    edit: ['BillRate', 91],
    isClosed: (record) => record?.['IsOnHold'] === true,
  },
  ctm: {
    reference: null,
    spoil: unmapped('facility'),
    names: 'clientid',
    rate: null,
    edit: ['date_start', '2027-02-01'],
    isClosed: () => false,
  },
  salesforce: {
    reference: 'Jobdock_Reference__c',
    spoil: longTitle,
    names: 'VMS_Job_ID__c',
    rate: 'Bill_Rate__c',
    edit: ['Bill_Rate__c', 91],
    isClosed: (record) => record?.['Is_Open__c'] === false,
  },
  travelNurseSource: {
    reference: 'referenceNumber',
    spoil: unmapped('specialty'),
    names: 'specialty',
    rate: null,
    edit: ['title', 'RN'],
    isClosed: (record) => record === undefined,
  },
};

const kinds = targetKinds.flatMap(({ adapter, id, delivery }) => {
  const rig = adapter && rigs[adapter];
  return adapter && rig && delivery === 'sent' ? [{ kind: adapter, typeId: id, rig, can: connectionOf(adapter).can }] : [];
});

test('every kind that jobs are sent to is tried against its double', () => {
  const sent = targetKinds.filter(({ delivery }) => delivery === 'sent').map(({ id }) => id);
  expect(kinds.map(({ typeId }) => typeId)).toEqual(sent);
});

describe.each(kinds)('$kind', ({ kind, typeId, rig, can }) => {
  let double: TargetDouble;
  let adapter: TargetAdapter;
  let clock: ReturnType<typeof steppedClock>;

  const open = async (url: string, wrong: Record<string, string> = {}): Promise<TargetAdapter> => {
    const connector = connectorOf(typeId);
    if (!connector) throw new Error(`${kind} has no connector`);
    const settings = connector.settings.parse(doubles[kind].settings(url));
    return connector.open(
      settings,
      { ...noSecrets, ...doubles[kind].secrets, ...wrong },
      pacedSend(guardedSend([url]), memoryBook(can, clock), clock).send,
      clock,
    ).adapter;
  };
  let url: string;

  beforeEach(async () => {
    clock = steppedClock();
    double = doubles[kind].start({ now: () => clock.now() });
    url = await listenOnLoopback(double.server);
    adapter = await open(url);
  });
  afterEach(() => closeNow(double.server));

  const sent = (order: JobOrder): SentOrder => sentOrder(order, typeId);
  const order = (reference: string): SentOrder => {
    const { facility, degree, specialty } = doubles[kind].values;
    const value = {
      id: 1,
      targetId: 1,
      parentId: null,
      address: '1 Main',
      city: 'Reno',
      state: 'NV',
      zip: '89501',
      active: true,
    };
    return sent({
      reference,
      job: aJob({ title: 'RN ICU', billRate: 78.5, durationDays: 91, startDate: '2026-12-07' }),
      mapped: {
        facility: { ...value, kind: 'facility', extId: facility[0] ?? '', name: 'Fairhaven Hospital' },
        degree: { ...value, kind: 'degree', extId: degree[0] ?? '', name: 'Registered Nurse' },
        specialty: { ...value, kind: 'specialty', extId: specialty[0] ?? '', name: 'Intensive Care Unit' },
        shift: null,
      },
    });
  };
  const of = (reference: string) =>
    double.held().filter((record) => rig.reference === null || record[rig.reference] === reference);
  const posted = async (reference: string): Promise<string> => {
    const answer = await adapter.post(order(reference));
    expect(answer).toMatchObject({ kind: 'done', words: null });
    return answer.kind === 'done' ? answer.externalId : '';
  };
  const update = async (externalId: string, before: JobOrder, after: JobOrder) => {
    const values = adapter.values(sent(after));
    return adapter.update(externalId, changedSince(remembered(adapter.values(sent(before))), values), values);
  };

  test('a post creates one job with its reference and its values', async () => {
    const id = await posted('REFA');
    expect(of('REFA')).toHaveLength(1);
    expect(of('REFA')[0]).toMatchObject({ id, ...(rig.rate !== null && { [rig.rate]: 78.5 }) });
    expect(await adapter.check([])).toEqual({ kind: 'ok' });
  });

  test('the same reference posted twice is one job, if the kind says so', async () => {
    const ids = [await posted('REFB'), await posted('REFB')];
    expect(of('REFB')).toHaveLength(can.nativeIdempotency ? 1 : 2);
    expect(new Set(ids).size).toBe(can.nativeIdempotency ? 1 : 2);
    expect(adapter.nativeIdempotency).toBe(can.nativeIdempotency);
  });

  test('a job is found by its reference and by no other', async () => {
    const id = await posted('REFC');
    if (can.lookUp === 'values') return expect(await adapter.find('REFC')).toMatchObject({ kind: 'unclear' });
    expect(await adapter.find('REFC')).toEqual(can.lookUp === 'no' ? { kind: 'absent' } : { kind: 'found', externalId: id });
    clock.step(60_000);
    return expect(await adapter.find('OTHER')).toEqual({ kind: 'absent' });
  });

  test('an update writes the changed value, and closing closes', async () => {
    const before = order('REFD');
    const id = await posted('REFD');
    if (!can.update) return;
    const dearer = { ...before, job: { ...before.job, billRate: 80, title: 'RN ICU nights' } };
    expect(await update(id, before, dearer)).toEqual({ kind: 'done' });
    if (rig.rate !== null) expect(of('REFD')[0]?.[rig.rate]).toBe(80);
    expect(Object.values(of('REFD')[0] ?? {})).toContain('RN ICU nights');
    expect(rig.isClosed(of('REFD')[0])).toBe(false);
    const over = { ...dearer, job: { ...dearer.job, status: 'Filled' as const } };
    expect(adapter.closing.every((field) => field in adapter.values(sent(over)))).toBe(true);
    expect(await update(id, dearer, over)).toEqual({ kind: 'done' });
    expect(rig.isClosed(of('REFD')[0])).toBe(true);
  });

  test('a kind that cannot update tells a person which job to change or to close there', async () => {
    if (can.update) return;
    const before = order('REFP');
    const id = await posted('REFP');
    const later = { ...before, job: { ...before.job, startDate: '2027-01-11' } };
    expect(await update(id, before, later)).toMatchObject({ kind: 'refused', words: expect.stringContaining(id) });
    const over = { ...before, job: { ...before.job, status: 'Filled' as const } };
    const closed = await update(id, before, over);
    expect(closed).toMatchObject({ kind: 'refused', words: expect.stringMatching(new RegExp(`close order ${id} there`)) });
  });

  test('an update of a job that is gone is refused, or creates it again where the reference is its id', async () => {
    const before = order('REFE');
    const answer = await update('999999', before, { ...before, job: { ...before.job, billRate: 80, title: 'Other' } });
    expect(answer.kind).toBe(can.lookUp === 'no' ? 'done' : 'refused');
    expect(double.held()).toHaveLength(can.lookUp === 'no' ? 1 : 0);
  });

  test('a refusal names the field, and nothing is created', async () => {
    const answer = await adapter.post(sent(rig.spoil(order('REFF'))));
    expect(answer).toMatchObject({ kind: 'refused', words: expect.stringContaining(rig.names) });
    expect(double.held()).toHaveLength(0);
  });

  test.each(['drop-before', 'error-before', 'html-before', 'drop-after', 'error-after', 'html-after'] as const)(
    'a lost answer (%s) is never a refusal and never a success',
    async (fault) => {
      await adapter.check([]);
      double.faults.push(fault);
      // A kind that is read before each post meets the fault there, so nothing was sent.
      const isUnsent = can.lookUp === 'values' && fault.endsWith('before');
      const answer = await adapter.post(order('REFG'));
      expect(answer).toMatchObject({ kind: isUnsent ? 'later' : 'unknown', words: expect.stringMatching(/./) });
      expect(double.faults).toEqual([]);
      const there = fault.endsWith('after') ? 1 : 0;
      expect(of('REFG')).toHaveLength(there);
      if (can.lookUp === 'no') return;
      const missing = can.lookUp === 'values' ? 'unclear' : 'absent';
      expect((await adapter.find('REFG')).kind).toBe(there === 1 ? 'found' : missing);
    },
  );

  test('a look-up without an answer proves nothing', async () => {
    if (can.lookUp !== 'reference') return;
    await posted('REFH');
    clock.step(60_000);
    double.faults.push('html-before');
    expect(await adapter.find('REFH')).toMatchObject({ kind: 'unknown' });
  });

  test('a 429 is waited for and posts once; a long pause is left to the queue', async () => {
    await adapter.check([]);
    double.faults.push('too-many');
    await posted('REFI');
    expect(of('REFI')).toHaveLength(1);
    double.faults.push('busy', 'busy', 'busy');
    const later = await adapter.post(order('REFJ'));
    const states = kind === 'bullhorn' || can.lookUp === 'values' ? {} : { waitSeconds: 120 };
    expect(later).toMatchObject({ kind: 'later', ...states });
    expect(double.held()).toHaveLength(1);
  });

  test('a token that dies between two calls is renewed once, however many calls wait', async () => {
    await posted('REFK');
    const before = double.signIns();
    if (before === 0) return;
    double.faults.push('expire-token');
    const references = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6'];
    const answers = await Promise.all(references.map((reference) => adapter.post(order(reference))));
    expect(answers.map((answer) => answer.kind)).toEqual(references.map(() => 'done'));
    expect(double.held()).toHaveLength(7);
    expect(double.signIns()).toBe(before + 1);
  });

  test('wrong credentials are refused with a sentence, and nothing is created', async () => {
    const wrong = await open(url, { password: 'no', clientSecret: 'no' });
    expect(await wrong.post(order('REFM'))).toMatchObject({ kind: 'refused', words: expect.stringMatching(/\w/) });
    expect(await wrong.check([])).toMatchObject({ kind: 'failed', words: expect.stringMatching(/\w/) });
    expect(double.held()).toHaveLength(0);
  });

  test('a minute has no more calls than the kind allows', async () => {
    if (can.perMinute === null || can.perMinute > 200) return;
    for (let n = 0; n < 250; n++) await adapter.check([]);
    const most = Math.max(
      ...double.calledAt.map((at) => double.calledAt.filter((other) => other >= at && other < at + 60_000).length),
    );
    expect(most).toBeLessThanOrEqual(can.perMinute);
    expect(await adapter.check([])).toEqual({ kind: 'ok' });
  });

  test('an address without a server means later: nothing was sent', async () => {
    await closeNow(double.server);
    expect(await adapter.post(order('REFN'))).toMatchObject({ kind: 'later' });
    double = doubles[kind].start();
    await listenOnLoopback(double.server);
  });

  test('an order is read back as it is there, under the names that were sent', async () => {
    const asked = Object.keys(adapter.values(order('REFR')));
    const id = await posted('REFR');
    const before = await adapter.read(id, asked);
    if (can.read === 'no') return expect(before).toMatchObject({ kind: 'unclear', words: expect.stringMatching(/./) });
    expect(before).toMatchObject({ kind: 'found', open: can.close === 'person' ? null : true });
    if (before.kind !== 'found') return;
    expect(Object.keys(before.values).every((field) => asked.includes(field))).toBe(true);
    expect(differences(adapter.values(order('REFR')), before.values)).toEqual([]);
    const [field, value] = rig.edit;
    expect(before.values[field]).not.toBe(value);
    clock.step(60_000);
    expect(double.change(id, { [field]: value })).toBe(true);
    const after = await adapter.read(id, asked);
    expect(after).toMatchObject({ kind: 'found', values: { [field]: value } });
    if (can.close === 'call') expect(after).toHaveProperty('changedAt', new Date(clock.now()).toISOString());
  });

  test('only a target that shows its orders by id says that one is gone, and no answer proves nothing', async () => {
    if (can.read === 'no') return;
    const id = await posted('REFS');
    double.faults.push('html-before');
    expect(await adapter.read(id, ['title'])).toMatchObject({ kind: 'unknown', words: expect.stringMatching(/./) });
    double.change(id, null);
    expect((await adapter.read(id, [])).kind).toBe(can.read === 'orders' ? 'absent' : 'unclear');
  });

  test('the fields of its jobs are listed', async () => {
    const fields = await adapter.fields();
    if (can.fields) expect((fields ?? []).map(({ name }) => name)).toContain(rig.reference);
    else expect(fields).toBeNull();
  });
});
