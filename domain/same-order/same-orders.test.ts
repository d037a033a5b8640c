import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { orderFacts, orderNumbers } from './order-facts.ts';
import { otherOrdersOf } from './other-orders.ts';
import { findSameOrders } from './same-orders.ts';

/** Texts 21 to 24 are what the other vendor calls facility, degree, specialty and shift of `aJob`. */
const mapped: Record<number, string> = { 11: 'F-1', 12: 'D-1', 13: 'S-1', 14: 'H-1', 21: 'F-1', 22: 'D-1', 23: 'S-1', 24: 'H-1' };
const values = (over: Record<number, string | null> = {}) => ({
  get: (id: number) => ({ mappedId: (id in over ? over[id] : mapped[id]) ?? null, certainty: 99 }),
});
const here = (over: Partial<JobRow> = {}) => aJob({ id: 1, providerJobId: 'HV-204417', ...over });
const there = (over: Partial<JobRow> = {}) =>
  aJob({
    id: 2,
    sourceId: 4,
    source: 'Medefis',
    providerJobId: '99-1',
    facility: 'MERCY HOSP',
    degree: 'Nurse',
    specialty: 'Crit Care',
    shift: 'Nights',
    facilityValueId: 21,
    degreeValueId: 22,
    specialtyValueId: 23,
    shiftValueId: 24,
    ...over,
  });
const certainty = (jobs: readonly JobRow[], over: Record<number, string | null> = {}): number =>
  findSameOrders(jobs.map((job) => orderFacts(job, values(over)))).get(1)?.[0]?.certainty ?? 0;

test.each<[string, Partial<JobRow>, number, Record<number, string | null>?]>([
  ['everything the same but the number', {}, 95],
  ['the same number with a prefix, at another rate', { providerJobId: 'MSP-204417', billRate: 88 }, 97],
  ['the same number, a later start', { providerJobId: '204417', startDate: '2026-12-08', endDate: '2027-03-09' }, 91],
  [
    'the same number, another start and shift',
    { providerJobId: '204417', startDate: '2026-12-08', endDate: null },
    85,
    { 24: 'H-2' },
  ],
  ['no number, another rate', { billRate: 88 }, 73],
  ['no number, another end', { endDate: '2027-06-01' }, 82],
  ['no number, another start', { startDate: '2026-12-08' }, 0],
  ['no number, another shift', {}, 0, { 24: 'H-2' }],
  ['no number, no shift stated', { shift: null, shiftValueId: null }, 0],
  ['the same number at another facility', { providerJobId: '204417' }, 0, { 21: 'F-2' }],
  ['the same number in another specialty', { providerJobId: '204417' }, 0, { 23: 'S-2' }],
  ['the same number, a permanent job', { providerJobId: '204417', workType: 2 }, 0],
  ['the same number, a specialty that is not mapped', { providerJobId: '204417' }, 93, { 23: null }],
  ['a facility that is not mapped and reads differently', {}, 0, { 21: null }],
  ['one source', { sourceId: 3, providerJobId: '204417' }, 0],
  ['an order that is filled', { status: 'Filled' }, 0],
  ['an order that was hidden', { chgMap: flag.hidden }, 0],
  ['an order that names this source as its VMS', { vms: 'harbor vms', billRate: null }, 86],
])('%s', (_, over, expected, mapping) => {
  const found = certainty([here(), there(over)], mapping);
  expect(found).toBe(expected);
});

test('the reasons name what is the same and what differs', () => {
  const jobs = [here(), there({ providerJobId: 'MSP-204417', billRate: 88 })].map((job) => orderFacts(job, values()));
  expect(findSameOrders(jobs).get(2)?.[0]?.reasons).toEqual([
    'same order number 204417',
    'same facility, specialty, degree, shift, start date and end date',
    'different bill rate',
  ]);
});

test('where several fit equally well none is certain, and it says why', () => {
  const three = [here(), there(), there({ id: 3, providerJobId: '99-2' })].map((job) => orderFacts(job, values()));
  expect(findSameOrders(three).get(1)).toEqual([
    expect.objectContaining({ otherId: 2, certainty: 50 }),
    expect.objectContaining({ otherId: 3, certainty: 50 }),
  ]);
  expect(findSameOrders(three).get(1)?.[0]?.reasons.at(-1)).toContain('2 jobs fit equally well');
});

test('an order number settles which of many equal jobs it is, and the rest is not paired with it', () => {
  const jobs = [
    ...[1, 2, 3].map((n) => here({ id: n, providerJobId: `HV-20441${n}` })),
    ...[1, 2, 3].map((n) => there({ id: 10 + n, providerJobId: `MSP-20441${n}` })),
  ].map((job) => orderFacts(job, values()));
  const found = findSameOrders(jobs);
  for (const n of [1, 2, 3]) expect(found.get(n)?.map(({ otherId }) => otherId)).toEqual([10 + n]);
});

test('a person’s decision holds while the jobs do not contradict each other, and lapses with words', () => {
  const chosen = here({ sameOrder: [{ jobId: 2, name: 'Medefis 99-1', decision: 'post' }] });
  const left = (over: Partial<JobRow> = {}) =>
    there({ sameOrder: [{ jobId: 1, name: 'Harbor VMS HV-204417', decision: 'leave' }], startDate: '2027-01-01', ...over });
  const ofLeft = (jobs: readonly JobRow[], over: Record<number, string | null> = {}) => {
    const facts = jobs.map((job) => orderFacts(job, values(over)));
    const own = facts.find(({ id }) => id === 2);
    return own && otherOrdersOf(own, facts, (id) => jobs.find((job) => job.id === id));
  };
  expect(ofLeft([chosen, left()])).toMatchObject({ orders: [{ certainty: 100, decision: 'leave' }], lapsed: [] });
  const why = 'The choice no longer counts (Harbor VMS HV-204417 was chosen instead of this job): ';
  expect(ofLeft([{ ...chosen, status: 'Cancelled' }, left()])).toMatchObject({
    orders: [],
    lapsed: [{ why: `${why}the order is no longer open there.` }],
  });
  expect(ofLeft([chosen, left()], { 23: 'S-2' })).toMatchObject({
    orders: [],
    lapsed: [{ why: `${why}the specialty differs now.` }],
  });
});

test('orders that a person called different are not found, and no longer stand in the way of others', () => {
  const first = here({ sameOrder: [{ jobId: 2, name: 'Medefis 99-1', decision: 'different' }] });
  const jobs = [first, there(), there({ id: 3, providerJobId: '99-2' })].map((job) => orderFacts(job, values()));
  expect(findSameOrders(jobs).get(1)).toEqual([expect.objectContaining({ otherId: 3, certainty: 95 })]);
});

test.each([
  ['HV-204417', ['HV204417', '204417']],
  ['63_Apr47337', ['63APR47337']],
  ['12', []],
  ['ABCDEF', []],
  ['20261201', []],
  ['000204417', ['000204417', '204417']],
])('the order numbers of %s', (id, expected) => {
  expect(orderNumbers(id)).toEqual(expected);
});
