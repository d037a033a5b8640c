import { expose } from 'comlink';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine } from '#src/workers/columns/grid-engine.ts';
import { zipsNear } from './places.ts';
import { type BenchQuery, conditionFor } from './queries.ts';
import { type SampleJob, sampleJobs, sampleSchema, shownKeys } from './sample-jobs.ts';

const BLOCK = 2000;
let engine = createGridEngine(sampleSchema, undefined, zipsNear);

function timed<T>(work: () => T): { ms: number; value: T } {
  const start = performance.now();
  const value = work();
  return { ms: performance.now() - start, value };
}

const api = {
  /** Loads the jobs in blocks, as the store delivers them. Returns the milliseconds of loading. */
  load(rows: number): number {
    engine = createGridEngine(sampleSchema, undefined, zipsNear);
    let ms = 0;
    for (let from = 0; from < rows; from += BLOCK) {
      const wire = JSON.stringify(packColumns(sampleJobs(from, Math.min(rows, from + BLOCK))));
      const block = JSON.parse(wire);
      ms += timed(() => engine.load([block])).ms;
    }
    return ms;
  },
  /** One message: a query and the first screen of its result. */
  ask: (query: BenchQuery) =>
    timed(() => {
      engine.show({ where: conditionFor(query), sort: query.sort });
      return engine.window(0, 50, shownKeys);
    }),
  change: (job: SampleJob) =>
    timed(() => {
      engine.upsert([job]);
      return engine.window(0, 50, shownKeys);
    }),
  upsert: (job: SampleJob) => timed(() => engine.upsert([job])).ms,
  summary: () => engine.summary(),
  window: (from: number, to: number, keys: readonly string[]) => engine.window(from, to, keys),
  positionOf: (id: number) => engine.positionOf(id),
  ids: (from: number, to: number) => Float64Array.from(engine.ids(from, to), Number),
  bytes: () => engine.bytes(),
};
export type OursApi = typeof api;
expose(api);
