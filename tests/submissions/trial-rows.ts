import type { DueSubmission, SendingRows } from '#server/submissions/sending/sender.ts';

export type TrialRow = DueSubmission & {
  readonly nextAt: number;
  readonly leaseUntil: number;
  readonly appearsUntil: number;
  readonly extId: string;
  readonly words: string;
};

export type TrialRows = SendingRows & {
  due(now: number, limit: number): DueSubmission[];
  /** When the next submission is due. Undefined if all are over. */
  nextAt(): number | undefined;
  all(): readonly TrialRow[];
};

const over: ReadonlySet<DueSubmission['state']> = new Set(['sent', 'refused', 'human', 'withdrawn']);

/** The rows of a trial's submissions, in memory: the same leases, fences and checks as those in PostgreSQL. `now`: milliseconds. */
export function trialRows(wanted: readonly DueSubmission[], now: () => number, ignoresLeases = false): TrialRows {
  const rows = new Map<number, TrialRow>(
    wanted.map((due) => [due.id, { ...due, nextAt: 0, leaseUntil: 0, appearsUntil: 0, extId: '', words: '' }]),
  );
  const fresh = new Set(wanted.map(({ id }) => id));
  const begun = new Set<number>();
  const rowOf = (id: number): TrialRow => {
    const row = rows.get(id);
    if (!row) throw new Error(`no submission ${id}`);
    return row;
  };
  /** Changes a row that has the fence of `due`. Null: another process has taken it. */
  const change = (due: DueSubmission, values: Partial<TrialRow>): number | null => {
    const row = rowOf(due.id);
    if (row.fence !== due.fence && !ignoresLeases) return null;
    const next = { ...row, ...values };
    rows.set(due.id, next);
    fresh.delete(due.id);
    if (over.has(next.state)) begun.delete(due.id);
    else begun.add(due.id);
    return next.fence;
  };
  const isDue = (row: TrialRow, at: number) => row.nextAt <= at && (row.leaseUntil <= at || ignoresLeases);
  const isBusy = (due: DueSubmission) =>
    [...begun].some((id) => {
      const other = rowOf(id);
      return id !== due.id && other.email === due.email && (other.state === 'sending' || other.appearsUntil > now());
    });

  return {
    async lease(due, seconds) {
      const row = rowOf(due.id);
      if (row.leaseUntil > now() && !ignoresLeases) return null;
      return change(due, { fence: due.fence + 1, tries: due.tries + 1, leaseUntil: now() + seconds * 1000 });
    },
    isBehindAnother: async (due) => isBusy(due),
    async begin(due, _ready, seconds) {
      if (isBusy(due)) return { kind: 'busy' };
      const leaseUntil = now() + seconds * 1000;
      const fence = change(due, { state: 'sending', extCaregiverId: '', fence: due.fence + 1, leaseUntil });
      return fence === null ? { kind: 'gone' } : { kind: 'begun', fence };
    },
    begins: async (due, extCaregiverId) => change(due, { extCaregiverId }) !== null,
    note: async () => undefined,
    async move(due, { state, words, lookups, againInSeconds, shown, isNoTry, mayAppear }) {
      const nextAt = now() + (againInSeconds ?? 0) * 1000;
      const extId = shown?.extId ?? '';
      const tries = rowOf(due.id).tries - (isNoTry ? 1 : 0);
      change(due, {
        state,
        words,
        lookups,
        tries,
        nextAt,
        leaseUntil: 0,
        appearsUntil: mayAppear ? nextAt : 0,
        fence: due.fence + 1,
        extId,
      });
    },
    due(at, limit) {
      const again = [...begun].map(rowOf).filter((row) => isDue(row, at));
      const next: TrialRow[] = [];
      for (const id of fresh) {
        if (next.length >= limit - again.length) break;
        next.push(rowOf(id));
      }
      return [...again, ...next].slice(0, limit);
    },
    nextAt: () =>
      begun.size === 0 && fresh.size === 0
        ? undefined
        : Math.min(...[...begun].map(rowOf).map((row) => Math.max(row.nextAt, row.leaseUntil))),
    all: () => [...rows.values()],
  };
}
