import { type FaultKind, faultKinds } from './base/fault-kinds.ts';
import { natures } from './base/natures.ts';
import { Trace } from './base/trace.ts';
import { type CheckerName, checkerNames } from './checks.ts';
import type { HistoryEnd } from './history.ts';
import { leastMeanSteps } from './plan.ts';

/** Totals over histories, so that an empty run cannot pass. They are plain data, because processes exchange them. */
export type Totals = {
  histories: number;
  steps: number;
  readonly faults: Record<string, number>;
  readonly checks: Record<string, number>;
  /** Number of changes, by how often each was sent. */
  readonly pushes: Record<string, number>;
  /** Number of histories, by the nature of the target. */
  readonly natures: Record<string, number>;
  readonly failed: { readonly seed: number; readonly checker: CheckerName; readonly words: string }[];
  /** Digest of the histories, in order. */
  digest: string;
};

export const noTotals = (): Totals => ({
  histories: 0,
  steps: 0,
  faults: {},
  checks: {},
  pushes: {},
  natures: {},
  failed: [],
  digest: '',
});

const digestOf = (...parts: readonly string[]): string => {
  const trace = new Trace(() => 0, false);
  for (const part of parts) trace.add(part);
  return trace.digest();
};

const add = (to: Record<string, number>, name: string | number, count: number) => {
  to[name] = (to[name] ?? 0) + count;
};

export function addHistory(sum: Totals, { plan, digest, faults, world, findings }: HistoryEnd): void {
  sum.histories += 1;
  sum.steps += plan.steps.length;
  sum.digest = digestOf(sum.digest, digest);
  add(sum.natures, plan.nature, 1);
  for (const [name, count] of faults.counts) add(sum.faults, name, count);
  for (const [name, count] of world.checks.counts) add(sum.checks, name, count);
  for (const times of world.checks.pushes.values()) add(sum.pushes, times, 1);
  const [first] = findings;
  if (first) sum.failed.push({ seed: plan.seed, ...first });
}

export function addTotals(sum: Totals, more: Totals): void {
  sum.histories += more.histories;
  sum.steps += more.steps;
  sum.digest = digestOf(sum.digest, more.digest);
  for (const part of ['faults', 'checks', 'pushes', 'natures'] as const)
    for (const [name, count] of Object.entries(more[part])) add(sum[part], name, count);
  sum.failed.push(...more.failed);
}

export const faultsOf = ({ faults }: Totals): [FaultKind, number][] => faultKinds.map((name) => [name, faults[name] ?? 0]);
export const checksOf = ({ checks }: Totals): [CheckerName, number][] => checkerNames.map((name) => [name, checks[name] ?? 0]);

export function medianPushes({ pushes }: Totals): number {
  const sorted = Object.entries(pushes).map(([times, count]): [number, number] => [Number(times), count]);
  sorted.sort(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let seen = 0;
  return sorted.find(([, count]) => (seen += count) >= half)?.[0] ?? 0;
}

export const mostPushes = ({ pushes }: Totals): number => Math.max(0, ...Object.keys(pushes).map(Number));

/** Why a run without findings proves nothing; empty when it is valid. `histories` is the requested number. */
export function shortcomings(sum: Totals, histories: number): string[] {
  const few = (least: number, what: string, count: number) => (count < least ? [`${what}: ${count} instead of ${least}`] : []);
  return [
    ...few(histories, 'histories', sum.histories),
    ...few(histories * leastMeanSteps, 'steps', sum.steps),
    ...faultsOf(sum).flatMap(([name, count]) => few(Math.floor(histories / 100), name, count)),
    ...checksOf(sum).flatMap(([name, count]) => few(Math.floor(histories / 10), name, count)),
    ...natures.flatMap((name) => few(Math.floor(histories / 10), `targets: ${name}`, sum.natures[name] ?? 0)),
    ...(medianPushes(sum) > 6 ? [`the median change is sent ${medianPushes(sum)} times`] : []),
  ];
}
