import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { TableList } from '#src/ui/list/use-list.ts';
import type { Column } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { agGrid } from '../../grid/ag-grid.ts';
import { openWorker, ours } from '../../grid/ours.ts';
import { type BenchQuery, queries } from '../../grid/queries.ts';
import { type SampleJob, sampleJobs, shownKeys } from '../../grid/sample-jobs.ts';

const found = document.querySelector<HTMLElement>('#stage');
if (!found) throw new Error('the page has lost its stage');
const stage = found;

/** Rows on one page of a report. */
const pageSize = 100;
/** As many columns as the jobs report shows at first. */
const keys = shownKeys.slice(0, 16);
const columns: readonly Column<SampleJob>[] = keys.map((key) => ({ key, label: key }));
/** How the report opens, and two questions of its filters. */
const opening: BenchQuery = { name: 'wide', contains: [], between: [], sort: [{ key: 'vms', descending: false }] };
const asked = (name: BenchQuery['name']): BenchQuery => queries.find((query) => query.name === name) ?? opening;
const steps = { open: opening, narrow: asked('sel'), wide: asked('wide') } as const;
export type DeviceStep = keyof typeof steps;

/** Resolves once what was rendered is painted. */
const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** A report page that is ready for questions. `ask` resolves once the answer is painted. */
type Opened = {
  readonly ask: (query: BenchQuery) => Promise<void>;
  readonly ids: () => Promise<number[]>;
  readonly close: () => void;
};

/** The product’s report: its engine in a worker, and its table with one page. */
async function openOurs(rows: number): Promise<Opened> {
  const worker = openWorker();
  await worker.load(rows);
  const peer = ours(worker);
  const root = createRoot(stage);
  return {
    async ask(query) {
      await peer.run(query);
      const { cells, ids } = (await worker.window(0, pageSize, keys)) as {
        cells: Record<string, ArrayLike<unknown>>;
        ids: ArrayLike<number>;
      };
      const shown = Array.from(ids, (id, at) => ({
        ...Object.fromEntries(keys.map((key) => [key, cells[key]?.[at] ?? ''])),
        id,
      }));
      const list = {
        rows: shown,
        whole: null,
        sort: '',
        descending: false,
        sortBy: () => undefined,
      } as unknown as TableList<SampleJob>;
      flushSync(() =>
        root.render(
          <MantineProvider>
            <MemoryRouter>
              <DataTable list={list} label="Jobs" columns={columns} rowKey={({ id }) => id} />
            </MemoryRouter>
          </MantineProvider>,
        ),
      );
    },
    ids: async () => Array.from(await peer.ids()),
    close: () => root.unmount(),
  };
}

async function openPeer(rows: number): Promise<Opened> {
  const peer = agGrid(stage, sampleJobs(0, rows));
  return {
    async ask(query) {
      peer.prepare(query);
      await peer.run(query);
    },
    ids: async () => Array.from(await peer.ids()),
    close: () => stage.replaceChildren(),
  };
}

let open: Opened | null = null;
const opened = (): Opened => {
  if (!open) throw new Error('no report is open');
  return open;
};

/** The functions that the benchmark process calls in this page. */
const bench = {
  async open(peer: 'ours' | 'ag', rows: number): Promise<void> {
    open = await (peer === 'ours' ? openOurs(rows) : openPeer(rows));
    await painted();
  },
  /** Milliseconds from a question until its answer is painted. */
  async ask(step: DeviceStep): Promise<number> {
    const since = performance.now();
    await opened().ask(steps[step]);
    await painted();
    return performance.now() - since;
  },
  ids: () => opened().ids(),
  /** Text on the stage, to verify that rows are shown. */
  shown: () => stage.innerText.length,
  close: () => opened().close(),
};
export type DeviceBench = typeof bench;
Object.assign(globalThis, { bench });
