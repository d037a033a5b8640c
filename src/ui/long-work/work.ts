import * as z from 'zod';

/** One line of long work in the tray. `unwatched`: the page that watched it was closed. */
export const Work = z.object({
  id: z.string(),
  title: z.string(),
  phase: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'cancelling', 'done', 'failed', 'cancelled', 'unwatched']),
  /** The result, or the reason for the failure; blank while it runs. */
  words: z.string(),
  to: z.string().nullable(),
  /** What stays done after a cancel; null if the work cannot be canceled. */
  cancelKeeps: z.string().nullable(),
  /** What the tray offers after its end, such as “Undo” or “Download”; null for nothing. */
  next: z.string().nullable().default(null),
});
export type Work = z.infer<typeof Work>;

const keptAtMost = 20;
/** An earlier estimate would be too unstable. */
const settledMs = 5_000;

/** The list with one line added or replaced. New work comes first. */
export function withWork(works: readonly Work[], work: Work): readonly Work[] {
  const known = works.findIndex(({ id }) => id === work.id);
  if (known >= 0 && works[known]?.startedAt === work.startedAt) return works.with(known, work);
  return [work, ...works.filter(({ id }) => id !== work.id)].slice(0, keptAtMost);
}

export const withoutWork = (works: readonly Work[], id: string): readonly Work[] => works.filter((work) => work.id !== id);

/** The progress: "340 of 1,200", or "340" if the total is unknown. */
export function progressLabel({ done, total }: Pick<Work, 'done' | 'total'>): string {
  if (total !== null) return `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return done > 0 ? done.toLocaleString('en-US') : '';
}

/** "12 per second · about 3 min left" after five seconds; blank while there is no estimate. */
export function paceText({ done, total, startedAt }: Pick<Work, 'done' | 'total' | 'startedAt'>, nowMs: number): string {
  const elapsedMs = nowMs - Date.parse(startedAt);
  if (elapsedMs < settledMs || done === 0) return '';
  const perSecond = done / (elapsedMs / 1000);
  const rate =
    perSecond >= 1 ? `${Math.round(perSecond).toLocaleString('en-US')} per second` : `${Math.round(perSecond * 60)} per minute`;
  if (total === null || total <= done) return rate;
  return `${rate} · ${lossText((total - done) / perSecond)}`;
}

function lossText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  return seconds < 90 ? `about ${Math.round(seconds / 10) * 10} s left` : `about ${Math.round(seconds / 60)} min left`;
}
