import type { CustomerRow } from '#contract/people/customer-list.ts';
import { openAgGrid } from './ag-grid.ts';
import { openOurTable } from './ours.tsx';

const found = document.querySelector<HTMLElement>('#stage');
if (!found) throw new Error('the page has lost its stage');
const stage = found;

const peers = { ours: openOurTable, ag: openAgGrid } as const;
export type ListPeer = keyof typeof peers;

/** Resolves once what was rendered is painted. */
const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** The functions that the benchmark process calls in this page. */
const bench = {
  /** Renders rows and waits until they are painted. Returns the milliseconds and the names in their order, as shown. */
  async render(peer: ListPeer, rows: readonly CustomerRow[]): Promise<{ ms: number; names: string[] }> {
    await painted();
    const since = performance.now();
    const shownPeer = await peers[peer](stage, rows);
    await painted();
    const ms = performance.now() - since;
    const shown = shownPeer.names();
    shownPeer.close();
    await painted();
    return { ms, names: shown };
  },
};
export type ListBench = typeof bench;
Object.assign(globalThis, { bench });
