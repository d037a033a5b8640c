import type { CheckerName } from './checks.ts';
import type { HistoryEnd } from './history.ts';
import { Trace } from './trace.ts';

/** Sums over many histories: what a run of them did, so that it cannot pass by being empty. */
export function totals() {
  const faults = new Map<string, number>();
  const checks = new Map<CheckerName, number>();
  const pushes = new Map<number, number>();
  const trace = new Trace(() => 0, false);
  let steps = 0;
  return {
    checks,
    add(end: HistoryEnd): void {
      steps += end.plan.steps.length;
      trace.add(end.digest);
      for (const [name, count] of end.faults.counts) faults.set(name, (faults.get(name) ?? 0) + count);
      for (const [name, count] of end.world.checks.counts) checks.set(name, (checks.get(name) ?? 0) + count);
      for (const times of end.world.checks.pushes.values()) pushes.set(times, (pushes.get(times) ?? 0) + 1);
    },
    get steps(): number {
      return steps;
    },
    faults: (): [string, number][] => [...faults].sort(([a], [b]) => (a < b ? -1 : 1)),
    /** Of the digests of all histories, in their order. */
    digest: () => trace.digest(),
    medianPushes(): number {
      const sorted = [...pushes].sort(([a], [b]) => a - b);
      const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
      let seen = 0;
      return sorted.find(([, count]) => (seen += count) >= half)?.[0] ?? 0;
    },
    mostPushes: () => Math.max(0, ...pushes.keys()),
  };
}
