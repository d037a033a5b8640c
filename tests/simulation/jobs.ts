import { sound } from './base/seams.ts';
import { bugs, withBug } from './bugs/bugs.ts';
import type { CheckerName } from './checks.ts';
import { hunt, runSeed } from './history.ts';
import { addHistory, noTotals, type Totals } from './totals.ts';

/** A unit of work for one process. */
export type Job =
  | { readonly do: 'histories'; readonly first: number; readonly count: number; readonly steps: number | null }
  | { readonly do: 'bug'; readonly name: string; readonly most: number }
  | { readonly do: 'replay'; readonly first: number; readonly count: number };

export type Done =
  | { readonly do: 'histories'; readonly first: number; readonly totals: Totals }
  | {
      readonly do: 'bug';
      readonly name: string;
      readonly found: { readonly after: number; readonly checker: CheckerName } | null;
    }
  | { readonly do: 'replay'; readonly first: number; readonly count: number; readonly unequal: readonly number[] };

export async function runJob(job: Job): Promise<Done> {
  switch (job.do) {
    case 'histories':
      return { do: job.do, first: job.first, totals: await runHistories(job.first, job.count, job.steps ?? undefined) };
    case 'bug':
      return { do: job.do, name: job.name, found: await findBug(job.name, job.most, 'long') };
    case 'replay':
      return { do: job.do, first: job.first, count: job.count, unequal: await replay(job.first, job.count) };
  }
}

export async function runHistories(first: number, count: number, steps?: number): Promise<Totals> {
  const sum = noTotals();
  for (let seed = first; seed < first + count; seed++) addHistory(sum, await runSeed(seed, sound, false, steps));
  return sum;
}

/** Number of histories until a planted bug is found. The short form starts shortly before one that finds it. */
export async function findBug(name: string, most: number, form: 'short' | 'long') {
  const bug = bugs.find((one) => one.name === name);
  const first = (form === 'short' ? bug?.shortFrom : undefined) ?? bug?.from ?? 1;
  const end = bug ? await hunt(() => withBug(bug), most, first) : null;
  const [finding] = end?.findings ?? [];
  return end && finding ? { after: end.plan.seed - first + 1, checker: finding.checker } : null;
}

/** Runs each seed twice. Returns the seeds whose two runs differ in any line. */
export async function replay(first: number, count: number): Promise<number[]> {
  const unequal: number[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const [one, two] = [await runSeed(seed, sound, true), await runSeed(seed, sound, true)];
    const lines = (end: typeof one) => JSON.stringify([end.world.trace.lines, end.digest, end.findings]);
    if (lines(one) !== lines(two)) unequal.push(seed);
  }
  return unequal;
}
