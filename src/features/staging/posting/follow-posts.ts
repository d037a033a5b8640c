import type { TargetRow } from '#contract/rows/rows.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { readRows } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { oneAtATime } from '#src/sync/loop/one-at-a-time.ts';
import { noticeBoard } from '#src/ui/toast/notices.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type PostTally, tallyOf, tallyWords } from './post-summary.ts';

/** Jobs that were posted together. */
export type PostBatch = { readonly ids: readonly number[]; readonly target: Pick<TargetRow, 'id' | 'name'> };

/**
 * Tells the result of posts once all of them have one: in the bell, and in a toast unless the screen shows it already. Lives as
 * long as the page, also after its screen is gone.
 */
export function followPosts(store: Store, { ids, target }: PostBatch, isShown: () => boolean): void {
  const check = oneAtATime(async () => {
    const jobs = await readRows(store, 'job', ids);
    // A job that has left this device has no result to wait for.
    const tally = tallyOf(jobs.flatMap((job) => (job ? [receiptFor(job, target.id)] : [])));
    if (tally.pending > 0) return;
    stop();
    tell(tallyWords(tally, target.name, false), placeOf(tally), isShown());
  });
  const stop = store.watch(({ changes }) => {
    if (changes.some(({ collection }) => collection === 'job')) check();
  });
  check();
}

/** The view of Staging that has the jobs. Jobs that were only checked are still to be posted. */
const placeOf = ({ failed, checked }: PostTally) => (failed > 0 ? 'failed' : checked > 0 ? 'topost' : 'posted');

function tell(title: string, view: ReturnType<typeof placeOf>, isShown: boolean): void {
  const hasFailed = view === 'failed';
  const to = `/staging?view=${view}`;
  const id = `posted ${crypto.randomUUID()}`;
  if (isShown) {
    const tone = hasFailed ? 'warning' : 'success';
    noticeBoard.add({ id, at: new Date().toISOString(), tone, title, detail: null, to, read: false });
  } else if (hasFailed) toast.warning({ id, title, to });
  else toast.success({ id, title, to });
}
