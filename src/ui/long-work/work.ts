import * as z from 'zod';

/** One piece of long work, as the tray shows it. `unwatched`: the page that watched it was closed. */
export const Work = z.object({
  id: z.string(),
  title: z.string(),
  phase: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'cancelling', 'done', 'failed', 'cancelled', 'unwatched']),
  /** What came of it, or why not; blank while it runs. */
  words: z.string(),
  to: z.string().nullable(),
  /** What stays done when it is cancelled; null: it cannot be. */
  cancelKeeps: z.string().nullable(),
  /** What it did can be taken back from the tray. */
  canUndo: z.boolean().default(false),
});
export type Work = z.infer<typeof Work>;

const keptAtMost = 20;
/** Before that an estimate would jump about. */
const settledMs = 5_000;

/** The list with one line new or changed, the newest work first. */
export function withWork(works: readonly Work[], work: Work): readonly Work[] {
  const known = works.findIndex(({ id }) => id === work.id);
  if (known >= 0 && works[known]?.startedAt === work.startedAt) return works.with(known, work);
  return [work, ...works.filter(({ id }) => id !== work.id)].slice(0, keptAtMost);
}

export const withoutWork = (works: readonly Work[], id: string): readonly Work[] => works.filter((work) => work.id !== id);

/** "340 of 1,200": how far it is, as far as that is known. */
export function progressLabel({ done, total }: Pick<Work, 'done' | 'total'>): string {
  if (total !== null) return `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return done > 0 ? done.toLocaleString('en-US') : '';
}

/** "12 a second · about 3 min left" from five seconds on; blank where nothing can be said yet. */
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
