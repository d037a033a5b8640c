import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine } from '#src/workers/columns/grid-engine.ts';
import { summedAmong } from '#src/workers/grid/job-grid-schema.ts';
import { ungrouped } from '#src/workers/grid/lines/group-lines.ts';
import { ShownRows } from '#src/workers/grid/lines/shown-rows.ts';
import { type SampleJob, sampleJobs, sampleSchema, shownKeys } from './sample-jobs.ts';

const keys = ['state', 'facility'] as const;
const sort = keys.map((key) => ({ key }));
const screen = 60;
const warmRounds = 3;

/** Milliseconds of each step, one per round, and what differs from plain arrays. */
export type StepReport = { readonly ms: Readonly<Record<string, readonly number[]>>; readonly differences: readonly string[] };
export type GroupReport = StepReport & { readonly groups: number };

/** Groups all jobs by two columns as the grid's worker does it, and compares counts and totals with plain arrays. */
export function measureGroups(rows: number, rounds: number): GroupReport {
  const jobs = sampleJobs(0, rows);
  const engine = createGridEngine(sampleSchema);
  engine.load([packColumns(jobs)]);
  const shown = new ShownRows(engine);
  const ms: Record<string, number[]> = {};
  for (let round = 1 - warmRounds; round <= rounds; round++) {
    const timed = <T>(step: string, run: () => T): T => {
      const since = performance.now();
      const result = run();
      if (round > 0) (ms[step] ??= []).push(performance.now() - since);
      return result;
    };
    shown.show({ where: null, sort: [], grouping: ungrouped });
    const grouped = { ...ungrouped, keys };
    timed('sort and group by two columns', () => lines(shown, () => shown.show({ where: null, sort, grouping: grouped })));
    const { groups } = timed('first screen, with totals', () => shown.window(0, screen, shownKeys, summedAmong(shownKeys)));
    const path = groups?.[0]?.path ?? '';
    timed('close a group', () =>
      lines(shown, () => shown.show({ where: null, sort, grouping: { ...grouped, flipped: [path] } })),
    );
    timed('close all groups', () =>
      lines(shown, () => shown.show({ where: null, sort, grouping: { ...grouped, closed: true } })),
    );
    timed('screen of closed groups', () => shown.window(0, screen, shownKeys, summedAmong(shownKeys)));
    const job = jobs[(rows >> 1) + round];
    timed('one changed row', () => lines(shown, () => job && engine.upsert([job])));
  }
  const closed = shown.window(0, rows, shownKeys, summedAmong(shownKeys)).groups ?? [];
  return { groups: closed.length, ms, differences: differencesOf(closed, jobs) };
}

function lines(shown: ShownRows, change: () => unknown): number {
  change();
  return shown.summary().lines;
}

function differencesOf(closed: NonNullable<ReturnType<ShownRows['window']>['groups']>, jobs: readonly SampleJob[]): string[] {
  const plain = new Map<unknown, { count: number; positions: number }>();
  for (const job of jobs) {
    const group = plain.get(job['state']) ?? { count: 0, positions: 0 };
    plain.set(job['state'], { count: group.count + 1, positions: group.positions + (Number(job['positions']) || 0) });
  }
  const found = closed.flatMap((group) => (group ? [group] : []));
  const wrong = found.filter(({ value, count, sums }) => {
    const own = plain.get(value);
    return own?.count !== count || own.positions !== sums['positions'];
  });
  return [
    ...wrong.map(({ value }) => `group ${String(value)}`),
    ...(found.length === plain.size ? [] : ['the number of groups']),
  ];
}
