import type { FieldValue } from '#contract/rows/jobs.ts';
import type { JobTable } from '#src/workers/rules/rule-columns.ts';

/**
 * A job as every engine receives it. Texts are trimmed lower case, so that no peer has to fold them. Dates are also given as day
 * numbers.
 */
export type BenchJob = Record<string, string | number>;

/** A small fast generator (mulberry32): a seed gives the same jobs and rules everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

const saints = ['mary', 'joseph', 'luke', 'anne', 'rose', 'mark', 'james', 'francis', 'claire', 'john'];
const kinds = ['medical center', 'hospital', 'regional', 'health', 'clinic', 'university hospital', 'memorial', 'care'];
export const degrees = ['rn', 'lpn', 'cna', 'rt', 'pt', 'ot', 'slp', 'cst', 'mt', 'pharm'];
export const states = Array.from(
  { length: 50 },
  (_, i) => `${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 2))}`,
);
export const specialties = Array.from(
  { length: 300 },
  (_, i) => `${pick(randomOf(i), ['icu', 'med surg', 'er', 'or', 'pcu', 'nicu', 'cath lab', 'l and d'])} ${i}`,
);
export const shifts = ['3x12 nights', '3x12 days', '5x8 days', '4x10 nights', '5x8 evenings', '3x12 rotating'];
const words = [
  'float',
  'charge',
  'weekend',
  'call',
  'acls',
  'required',
  'night',
  'epic',
  'local',
  'urgent',
  'unit',
  'shift',
  'bonus',
];
export const firstDay = 20_600;

/** `count` jobs of 60 columns: 5,000 facilities, 50 states, 300 specialties, rates, dates, and a note. */
export function benchJobs(count: number, seed: number): BenchJob[] {
  const random = randomOf(seed);
  const facilities = Array.from({ length: 5_000 }, (_, i) => `st ${pick(random, saints)} ${pick(random, kinds)} ${i}`);
  const cities = Array.from({ length: 2_000 }, (_, i) => `${pick(random, saints)} city ${i}`);
  return Array.from({ length: count }, (_, id) => {
    const day = firstDay + Math.floor(random() * 400);
    const job: BenchJob = {
      providerJobId: `hv-${id}`,
      source: `vms ${Math.floor(random() * 12)}`,
      sourceId: Math.floor(random() * 12),
      status: 'open',
      facility: pick(random, facilities),
      city: pick(random, cities),
      state: pick(random, states),
      degree: pick(random, degrees),
      specialty: pick(random, specialties),
      shift: pick(random, shifts),
      unit: `unit ${Math.floor(random() * 40)}`,
      billRate: Math.round(4_000 + random() * 8_000) / 100,
      localRate: Math.round(3_500 + random() * 7_000) / 100,
      hoursPerWeek: pick(random, [24, 36, 40, 48]),
      durationDays: pick(random, [28, 56, 91, 182]),
      startDay: day,
      startDate: new Date(day * 86_400_000).toISOString().slice(0, 10),
      note: Array.from({ length: 12 }, () => pick(random, words)).join(' '),
      category: 'none',
      region: 'none',
    };
    for (let i = 1; i <= 40; i++)
      job[`customField${i}`] = i % 4 === 0 ? Math.floor(random() * 1_000) : `text ${Math.floor(random() * 50)}`;
    return job;
  });
}

/** The same jobs in our columns. */
export const benchTable = (jobs: readonly BenchJob[]): JobTable => ({
  rows: jobs.length,
  valuesOf:
    (key) =>
    (row): FieldValue =>
      jobs[row]?.[key] ?? null,
  lockedIn: () => null,
});
