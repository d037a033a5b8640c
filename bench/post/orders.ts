import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { dryRunCheck } from '#domain/posting/receipts/dry-run-check.ts';
import type { JobOrder } from '#server/targets/adapter/target-adapter.ts';
import { fieldsOf } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { pick, randomOf } from '../rules/jobs.ts';
import { fixedValues } from './fixed-mapping.ts';

type Order = Pick<JobOrder, 'job' | 'mapped'>;

const place = { parentId: null, active: true, targetId: 1, address: '1 Main', city: 'Reno', state: 'NV', zip: '89501' };
const listed = (kind: MapKind, id: number): AtsValueRow => ({
  ...place,
  id,
  kind,
  extId: String(1000 + id),
  name: `${kind} ${id}`,
});

/** `count` jobs of many facilities, specialties and dates, some with empty fields; every fifth has no degree. */
export function benchOrders(count: number, seed: number): Order[] {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const day = () => new Date(Date.UTC(2026, 11, 1 + upTo(300))).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, id) => ({
    job: aJob({
      id: id + 1,
      providerJobId: `J-${id}`,
      title: random() < 0.8 ? `RN ICU ${id}` : null,
      startDate: random() < 0.9 ? day() : null,
      endDate: random() < 0.5 ? day() : null,
      workType: pick(random, [1, 2, 3] as const),
      positions: random() < 0.7 ? 1 + upTo(5) : null,
      durationDays: random() < 0.8 ? 7 * (1 + upTo(26)) : null,
      hoursPerWeek: pick(random, [36, 40, null]),
      billRate: 50 + upTo(5000) / 100,
      payPerHour: random() < 0.5 ? 40 : null,
      description: random() < 0.6 ? 'A busy unit. '.repeat(1 + upTo(40)) : null,
      status: pick(random, ['Open', 'Open', 'Open', 'Cancelled', 'Filled'] as const),
    }),
    mapped: {
      facility: listed('facility', upTo(5000)),
      degree: random() < 0.8 ? listed('degree', upTo(20)) : null,
      specialty: listed('specialty', upTo(300)),
      shift: random() < 0.5 ? listed('shift', upTo(6)) : null,
    },
  }));
}

/** The fields of Bullhorn's job orders as a dry run reads them once. */
const fields: readonly AtsField[] = [...new Set(kindLines(8).map(({ atsField }) => atsField.split('.')[0] ?? atsField))].map(
  (name) => ({
    name,
    label: name,
    type: '',
    length: name === 'description' ? 2000 : null,
    picklistValues: [],
  }),
);

const lines = kindLines(8);
const ours = (order: Order) => fieldsOf(order, lines).values;
const check = (values: Readonly<Record<string, unknown>>) =>
  dryRunCheck({ values, fields, required: ['title'], target: 'Bullhorn' });

/** What fills the first round of each engine. */
const ways = {
  'field mapping: built': (order: Order) => void ours(order),
  'field mapping: built and checked': (order: Order) => void check(ours(order)),
  'fixed mapping: built': (order: Order) => void fixedValues(order),
  'fixed mapping: built and checked': (order: Order) => void check(fixedValues(order)),
};

const written = (values: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b)));

/** The orders whose values differ between both mappings. Empty lists are left out: the fixed mapping has no lists. */
export function differing(orders: readonly Order[]): readonly Order[] {
  return orders.filter((order) => {
    const plain = fixedValues(order);
    const mapped = Object.fromEntries(Object.entries(ours(order)).filter(([name]) => name in plain));
    return written(mapped) !== written(plain);
  });
}

/** Orders a second of each way, the median of so many rounds, taken in turn. */
export function orderSpeed(orders: readonly Order[], rounds: number): Readonly<Record<keyof typeof ways, number>> {
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const since = performance.now();
      for (const order of orders) ways[name](order);
      // The first round only warms up.
      if (round > 0) times.get(name)?.push(performance.now() - since);
    }
  const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  return Object.fromEntries(names.map((name) => [name, orders.length / (median(times.get(name) ?? []) / 1000)])) as Record<
    keyof typeof ways,
    number
  >;
}
