import { expect, test } from 'vitest';
import { type OrderFacts, orderNumbers } from '#domain/same-order/order-facts.ts';
import { certainFrom, findSameOrders } from '#domain/same-order/same-orders.ts';

type Sample = Pick<OrderFacts, 'degree' | 'specialty' | 'shift' | 'startDate' | 'hoursPerWeek' | 'billRate'>;

const degrees = ['RN', 'LPN', 'RRT', 'PT', 'OT'];
const specialties = [
  'ICU',
  'PCU',
  'ER',
  'NICU',
  'OR',
  'Telemetry',
  'Med Surg',
  'L&D',
  'Cath Lab',
  'PACU',
  'Dialysis',
  'Pediatrics',
];
const shifts = ['Days', 'Nights', 'Evenings'];
const starts = ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01', '2027-02-08'];

/** What 320 travel orders ask for: as varied as the open orders of one large vendor. */
function samplesOf(random: () => number): readonly Sample[] {
  const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
  return Array.from({ length: 320 }, () => ({
    degree: `=${pick(degrees)}`,
    specialty: `=${pick(specialties)}`,
    shift: pick(shifts),
    startDate: pick(starts),
    hoursPerWeek: Number(pick(['36', '40', '48'])),
    billRate: Math.round(6000 + random() * 6000) / 100,
  }));
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Orders of one source, of which another lists some as well, and others that only look like them. */
function world(seed: number, orders: number) {
  const random = seeded(seed);
  const samples = samplesOf(random);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const jobs: OrderFacts[] = [];
  const twins = new Set<string>();
  let [id, own] = [0, 700_000];
  const add = (of: Sample & { facility: string; providerJobId: string; sourceId: number }): number => {
    id++;
    const rest = {
      vms: null,
      msp: null,
      unit: null,
      workType: 1 as const,
      endDate: null,
      positions: 1,
      isLive: true,
      choices: [],
    };
    const numbers = orderNumbers(of.providerJobId);
    jobs.push({ ...rest, ...of, numbers, id, source: of.sourceId === 1 ? 'Harbor VMS' : 'Medefis' });
    return id;
  };
  const week = (day: string | null) => `${day} a week later`;
  for (let n = 0; n < orders; n++) {
    const order = { ...pick(samples), facility: `=F${Math.floor(random() * Math.max(20, orders / 60))}` };
    const number = String(2_000_000 + n);
    const first = add({ ...order, providerJobId: number, sourceId: 1 });
    const what = random();
    const rate = order.billRate ?? 80;
    if (what < 0.3) {
      // The same order at the reseller: often under the same number, sometimes at another rate, with a later start or without a shift.
      const carries = random() < 0.6;
      const again = {
        ...order,
        ...(random() < 0.3 && { billRate: Math.round(rate * 97) / 100 }),
        ...(random() < 0.1 && { startDate: week(order.startDate) }),
        ...(random() < 0.05 && { shift: null }),
      };
      twins.add(`${first} ${add({ ...again, providerJobId: carries ? `MSP-${number}` : `M-${own++}`, sourceId: 2 })}`);
    } else if (what < 0.5) {
      // Another order that looks alike: same facility and specialty, but another start or another rate.
      const alike = random() < 0.5 ? { ...order, startDate: week(order.startDate) } : { ...order, billRate: rate + 4 };
      add({ ...alike, providerJobId: `M-${own++}`, sourceId: 2 });
    } else if (what < 0.51) {
      // Ten equal positions at both sources under numbers of their own: none may be paired at random.
      for (let i = 0; i < 20; i++) add({ ...order, providerJobId: `P-${own++}`, sourceId: 1 + (i % 2) });
    }
  }
  return { jobs, twins };
}

function measure(seed: number, orders: number) {
  const { jobs, twins } = world(seed, orders);
  const pairs = [...findSameOrders(jobs)].flatMap(([job, list]) =>
    list.filter(({ otherId, certainty }) => job < otherId && certainty >= certainFrom).map(({ otherId }) => `${job} ${otherId}`),
  );
  return { jobs: jobs.length, twins: twins.size, certain: pairs.length, right: pairs.filter((pair) => twins.has(pair)).length };
}

test.each([1, 2, 3])('seed %i: nearly every certain pair is a planted one, and most planted ones are certain', (seed) => {
  const { jobs, twins, certain, right } = measure(seed, 3000);
  const [precision, recall] = [right / certain, right / twins];
  process.stdout.write(
    `seed ${seed}: ${jobs} jobs, ${twins} twins, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
  );
  expect(twins).toBeGreaterThan(700);
  expect(precision).toBeGreaterThan(0.98);
  expect(recall).toBeGreaterThan(0.75);
});

test('the order of the jobs does not matter', () => {
  const { jobs } = world(4, 500);
  const forwards = findSameOrders(jobs);
  const backwards = findSameOrders(jobs.toReversed());
  expect(forwards.size).toBeGreaterThan(100);
  expect([...backwards].toSorted(([a], [b]) => a - b)).toEqual([...forwards].toSorted(([a], [b]) => a - b));
});
