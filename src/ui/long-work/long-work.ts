import { toast } from '../toast/toasts.tsx';
import { type Work, withoutWork, withWork } from './work.ts';

type Cancel = {
  /** Asks the work to stop; it answers with `cancelled` once it has. */
  readonly run: () => void;
  /** What stays done, as a whole sentence: "What was mapped so far stays." */
  readonly keeps: string;
};

type Start = {
  /** The same work has the same id in every tab and after a reload: starting it again takes its line over. */
  readonly id: string;
  /** What is done, to what: "Automatic mapping of facilities". */
  readonly title: string;
  readonly phase?: string;
  /** Null while it is not known how much there is. */
  readonly total?: number | null;
  /** Where it can be watched. */
  readonly to?: string;
  /** Absent: it cannot be stopped. */
  readonly cancel?: Cancel;
  /** When it began, where it was not now: work of the service that a reloaded page finds running. */
  readonly startedAt?: string;
};

/** The working side of one line of the tray. After an end nothing changes it any more. */
export type WorkHandle = {
  readonly report: (progress: { readonly phase?: string; readonly done?: number; readonly total?: number | null }) => void;
  /** It is done: `words` says what came of it, `to` leads there, `undo` takes it back. */
  readonly finish: (words: string, to?: string, undo?: () => void) => void;
  /** What did not happen, why, and what to do. */
  readonly fail: (words: string, to?: string) => void;
  readonly cancelled: (words: string, undo?: () => void) => void;
};

/** After so long a toast says that it runs; what is quicker needs none. */
const noticeableMs = 800;

let works: readonly Work[] = [];
const cancels = new Map<string, Cancel>();
const undos = new Map<string, () => void>();
const listeners = new Set<() => void>();
function set(next: readonly Work[]): void {
  works = next;
  for (const listener of listeners) listener();
}

const isRunning = ({ state }: Work) => state === 'running' || state === 'cancelling';

/** The one list of long work on this page: the tray shows it, an update waits for it. */
export const longWork = {
  list: () => works,
  anyRunning: () => works.some(isRunning),
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** What a page that was closed left; what ran then is not watched any more until it is started again. */
  load: (kept: readonly Work[]) =>
    set(
      kept.map((work) => ({
        ...work,
        canUndo: false,
        ...(isRunning(work) && { state: 'unwatched' as const, cancelKeeps: null }),
      })),
    ),
  undo(id: string): void {
    const work = works.find((one) => one.id === id);
    if (!work?.canUndo) return;
    set(withWork(works, { ...work, canUndo: false }));
    undos.get(id)?.();
  },
  dismiss: (id: string) => set(withoutWork(works, id)),
  cancel(id: string): void {
    const work = works.find((one) => one.id === id);
    const cancel = cancels.get(id);
    if (work?.state !== 'running' || !cancel) return;
    set(withWork(works, { ...work, state: 'cancelling' }));
    cancel.run();
  },
};

/** Puts work of more than a moment on the tray of the status pill and tells of its end; the answer reports how far it is. */
export function startWork(start: Start): WorkHandle {
  const { id, title, cancel } = start;
  const startedAt = start.startedAt ?? new Date().toISOString();
  const mine = (): Work | null => works.find((work) => work.id === id && isRunning(work) && work.startedAt === startedAt) ?? null;
  const work: Work = {
    id,
    title,
    phase: start.phase ?? '',
    done: 0,
    total: start.total ?? null,
    startedAt,
    endedAt: null,
    state: 'running',
    words: '',
    to: start.to ?? null,
    cancelKeeps: cancel?.keeps ?? null,
    canUndo: false,
  };
  if (cancel) cancels.set(id, cancel);
  set(withWork(works, work));
  globalThis.setTimeout(() => {
    if (mine())
      toast.info({ id: `work ${id}`, title, detail: 'This runs in the background. The status at the top shows its progress.' });
  }, noticeableMs);
  const end = (state: Work['state'], words: string, to?: string, undo?: () => void): Work | null => {
    const now = mine();
    if (!now) return null;
    cancels.delete(id);
    undos.delete(id);
    if (undo) undos.set(id, undo);
    const canUndo = undo !== undefined;
    const ended: Work = { ...now, state, words, to: to ?? now.to, endedAt: new Date().toISOString(), canUndo };
    set(withWork(works, ended));
    return ended;
  };
  const said = (ended: Work) => ({
    id: `work ${id}`,
    title: ended.title,
    detail: ended.words,
    ...(ended.to && { to: ended.to }),
  });
  return {
    report(progress) {
      const now = mine();
      if (now) set(withWork(works, { ...now, ...progress }));
    },
    finish(words, to, undo) {
      const ended = end('done', words, to, undo);
      if (ended) toast.success(said(ended));
    },
    fail(words, to) {
      const ended = end('failed', words, to);
      if (ended) toast.error(said(ended));
    },
    cancelled: (words, undo) => void end('cancelled', words, undefined, undo),
  };
}
