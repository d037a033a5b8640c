import { toast } from '../toast/toasts.tsx';
import { type Work, withoutWork, withWork } from './work.ts';

type Cancel = {
  /** Asks the work to stop. The work calls `cancelled` once it has stopped. */
  readonly run: () => void;
  /** What stays done, as a full sentence: "Values mapped so far stay mapped." */
  readonly keeps: string;
};

/** What a person may do once the work is over: take it back, fetch its result, or try it again. */
type Next = {
  readonly label: 'Undo' | 'Download' | 'Retry';
  readonly run: () => void;
  /** It can be done more than once. */
  readonly stays?: boolean;
};

type Start = {
  /** The same in every tab and after a reload. Work that starts with the same id takes over the line. */
  readonly id: string;
  /** The action with its object: "Automatic mapping of facilities". */
  readonly title: string;
  readonly phase?: string;
  /** Null while the total is unknown. */
  readonly total?: number | null;
  /** Path of the screen that shows it. */
  readonly to?: string;
  /** Absent if it cannot be stopped. */
  readonly cancel?: Cancel;
  /** When it started, if earlier than now: a reloaded page can find work of the service already running. */
  readonly startedAt?: string;
};

/** Reports the progress of one tray line. After the end, every call is ignored. */
export type WorkHandle = {
  readonly report: (progress: { readonly phase?: string; readonly done?: number; readonly total?: number | null }) => void;
  /** The work is done. `words` says the result, `to` is the path to it. */
  readonly finish: (words: string, to?: string, next?: Next) => void;
  /** Says what did not happen, why, and what to do. */
  readonly fail: (words: string, to?: string, next?: Next) => void;
  readonly cancelled: (words: string, next?: Next) => void;
};

/** A toast reports work that takes longer than this. Shorter work gets none. */
const noticeableMs = 800;

let works: readonly Work[] = [];
const cancels = new Map<string, Cancel>();
const nexts = new Map<string, Next>();
const listeners = new Set<() => void>();
function set(next: readonly Work[]): void {
  works = next;
  for (const listener of listeners) listener();
}

const isRunning = ({ state }: Work) => state === 'running' || state === 'cancelling';

/** The one list of long work on this page. The tray shows it, and an app update waits for it. */
export const longWork = {
  list: () => works,
  anyRunning: () => works.some(isRunning),
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Restores the list of a closed page. Work that was running becomes `unwatched` until it starts again. */
  load: (kept: readonly Work[]) =>
    set(
      kept.map((work) => ({
        ...work,
        next: null,
        ...(isRunning(work) && { state: 'unwatched' as const, cancelKeeps: null }),
      })),
    ),
  /** Does what the line of ended work offers. */
  goOn(id: string): void {
    const work = works.find((one) => one.id === id);
    const next = nexts.get(id);
    if (!work?.next || !next) return;
    if (!next.stays) set(withWork(works, { ...work, next: null }));
    next.run();
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

/** Shows work in the tray of the status pill, and its end in a toast. Returns the handle that reports progress. */
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
    next: null,
  };
  if (cancel) cancels.set(id, cancel);
  set(withWork(works, work));
  globalThis.setTimeout(() => {
    if (mine())
      toast.info({ id: `work ${id}`, title, detail: 'This runs in the background. The status at the top shows its progress.' });
  }, noticeableMs);
  const end = (state: Work['state'], words: string, to?: string, next?: Next): Work | null => {
    const now = mine();
    if (!now) return null;
    cancels.delete(id);
    nexts.delete(id);
    if (next) nexts.set(id, next);
    const offered = next?.label ?? null;
    const ended: Work = { ...now, state, words, to: to ?? now.to, endedAt: new Date().toISOString(), next: offered };
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
    finish(words, to, next) {
      const ended = end('done', words, to, next);
      if (ended) toast.success(said(ended));
    },
    fail(words, to, next) {
      const ended = end('failed', words, to, next);
      if (ended) toast.error(said(ended));
    },
    cancelled: (words, next) => void end('cancelled', words, undefined, next),
  };
}
