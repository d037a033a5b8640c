import type { Submission } from '#contract/submissions/submissions.ts';
import { openAgGrid } from './ag-grid.ts';
import { openOurs } from './ours.tsx';
import { submissionRows } from './rows.ts';

const found = document.querySelector<HTMLElement>('#stage');
if (!found) throw new Error('the page has lost its stage');
const stage = found;

const peers = { ours: openOurs, ag: openAgGrid } as const;
export type SubmissionPeer = keyof typeof peers;

/** What a list is asked to show. */
export type Shown = { readonly search: string; readonly sort: keyof Submission; readonly descending: boolean };
/** Milliseconds until painted, of that the script, the rows found, and the rows in the document. */
export type Measured = { ms: number; scriptMs: number; ids: number[]; drawn: number };

/** Resolves once what was rendered is painted. */
const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** The functions that the benchmark process calls in this page. */
const bench = {
  /** Opens a list with all rows, then shows each question. The first measurement is the opening. */
  async measure(peer: SubmissionPeer, count: number, questions: readonly Shown[]): Promise<Measured[]> {
    const rows = submissionRows(count);
    const measured: Measured[] = [];
    await painted();
    let since = performance.now();
    const list = await peers[peer](stage, rows);
    const note = async () => {
      const scriptMs = performance.now() - since;
      await painted();
      // A grid that draws in later frames is awaited: it has painted once rows are in the document.
      while (list.drawn() === 0 && list.ids().length > 0) await painted();
      measured.push({ ms: performance.now() - since, scriptMs, ids: list.ids(), drawn: list.drawn() });
    };
    await note();
    for (const { search, sort, descending } of questions) {
      await painted();
      since = performance.now();
      list.show(search, sort, descending);
      await note();
    }
    list.close();
    await painted();
    return measured;
  },
};
export type SubmissionBench = typeof bench;
Object.assign(globalThis, { bench });
