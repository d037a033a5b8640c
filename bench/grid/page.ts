import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine, type GridEngine } from '#src/workers/columns/grid-engine.ts';
import { openAgGrid } from './ag-grid.ts';
import { filterSort } from './filter-sort.ts';
import { zipsNear } from './places.ts';
import { conditionFor, queries } from './queries.ts';
import { sampleJobs, sampleSchema } from './sample-jobs.ts';
import { scrolled } from './scroll.ts';
import { openOurGrid } from './scroll-ours.tsx';

const stage = document.querySelector<HTMLElement>('#stage');
if (!stage) throw new Error('the page has lost its stage');

let close = () => undefined as void;
let held: GridEngine | null = null;

/** The functions that the benchmark process calls in this page. */
const bench = {
  filterSort: (rows: number, rounds: number) => filterSort(stage, rows, rounds),

  /** Loads `rows` jobs into the engine alone and runs every query once. The caller then measures the heap. */
  async hold(rows: number): Promise<number> {
    const engine = createGridEngine(sampleSchema, undefined, zipsNear);
    for (let from = 0; from < rows; from += 2000) {
      const block: unknown = JSON.parse(JSON.stringify(packColumns(sampleJobs(from, Math.min(rows, from + 2000)))));
      engine.load([block as ReturnType<typeof packColumns>]);
    }
    for (const query of queries) engine.show({ where: conditionFor(query), sort: query.sort });
    held = engine;
    return held.bytes();
  },

  async open(grid: 'ours' | 'ag', rows: number): Promise<void> {
    if (grid === 'ours') close = await openOurGrid(stage, rows);
    else {
      const api = openAgGrid(stage, sampleJobs(0, rows));
      close = () => api.destroy();
    }
  },
  scroll: (grid: 'ours' | 'ag', step: number, frames: number) => {
    const scroller = stage.querySelector(grid === 'ours' ? '.jg-scroller' : '.ag-body-viewport, .ag-grid-viewport');
    if (!scroller) throw new Error(`${grid} has no scroller`);
    return scrolled(scroller, step, frames);
  },
  /** Text on the stage, to verify that scrolling has shown rows. */
  shown: () => stage.innerText,
  close: () => close(),
};
export type BenchPage = typeof bench;
Object.assign(globalThis, { bench });
