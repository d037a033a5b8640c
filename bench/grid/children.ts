import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine } from '#src/workers/columns/grid-engine.ts';
import { jobTree } from '#src/workers/grid/job-grid-schema.ts';
import { ShownRows } from '#src/workers/grid/lines/shown-rows.ts';
import type { StepReport } from './groups.ts';
import { type SampleJob, sampleJobs, sampleSchema, shownKeys } from './sample-jobs.ts';

const sort = [{ key: 'facility' }];
const screen = 60;
const warmRounds = 3;
/** Jobs of an order: the order itself and its shifts. */
const ofOrder = 4;
const openedAtMost = 200;

/** Jobs of which each fourth is the order of the next three. */
function familyJobs(rows: number): SampleJob[] {
  const jobs = sampleJobs(0, rows);
  return jobs.map((job, i) => {
    const order = i - (i % ofOrder);
    return { ...job, sourceId: 1, parentJobId: order === i ? '' : (jobs[order]?.['providerJobId'] ?? '') };
  });
}

/** Shows all jobs below their orders as the grid's worker does it, flat and with orders open, and compares the lines with plain arrays. */
export function measureChildren(rows: number, rounds: number): StepReport {
  const jobs = familyJobs(rows);
  const engine = createGridEngine({ ...sampleSchema, tree: jobTree });
  engine.load([packColumns(jobs)]);
  const shown = new ShownRows(engine);
  const orders = jobs.filter((_, i) => i % ofOrder === 0).map(({ id }) => id);
  const ms: Record<string, number[]> = {};
  for (let round = 1 - warmRounds; round <= rounds; round++) {
    const timed = (step: string, run: () => unknown): void => {
      const since = performance.now();
      run();
      shown.summary();
      shown.window(0, screen, shownKeys);
      if (round > 0) (ms[step] ??= []).push(performance.now() - since);
    };
    const view = { where: null, sort };
    const one = orders.slice(0, 1);
    const many = orders.slice(0, openedAtMost);
    const job = jobs[(rows >> 1) + round];
    timed('flat: sort', () => shown.show({ where: null, sort }));
    timed('flat: one changed row', () => job && engine.upsert([job]));
    timed('orders closed: sort', () => shown.show({ ...view, opened: [] }));
    timed('orders closed: one changed row', () => job && engine.upsert([job]));
    timed('open one order', () => shown.show({ ...view, opened: one }));
    timed(`open ${many.length} orders`, () => shown.show({ ...view, opened: many }));
    timed(`${many.length} orders open: one changed row`, () => job && engine.upsert([job]));
    const added = { ...job, id: rows + warmRounds + round } as SampleJob;
    timed(`${many.length} orders open: one new row`, () => engine.upsert([added]));
    engine.remove([added.id]);
    // A row less: who is below whom is worked out again.
    timed('orders closed after a removed row', () => shown.show({ ...view, opened: [] }));
    shown.show({ where: null, sort: [] });
  }
  shown.show({ where: null, sort, opened: orders });
  return { ms, differences: differencesOf(shown, jobs) };
}

/** With all orders open, each job has one line, in the order of the sort below its order. */
function differencesOf(shown: ShownRows, jobs: readonly SampleJob[]): string[] {
  const sorted = jobs
    .map((job, place) => ({ job, place, folded: String(job['facility']).toLowerCase() }))
    .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.place - b.place));
  const below = new Map<number, SampleJob[]>();
  for (const { job, place } of sorted) {
    const order = place - (place % ofOrder);
    if (place !== order) below.set(order, [...(below.get(order) ?? []), job]);
  }
  const lines = sorted.flatMap(({ place, job }) => (place % ofOrder === 0 ? [job, ...(below.get(place) ?? [])] : []));
  const ids = shown.ids(0, jobs.length + 1);
  return lines.length === ids.length && lines.every(({ id }, at) => id === ids[at]) ? [] : ['the lines of open orders'];
}
