import type { PostReceipt } from '#contract/rows/jobs.ts';
import { counted } from '#src/ui/format/format.ts';

/** Results of a group of posts: posted, failed or to be decided by a person, checked in a dry run, and still under way. */
export type PostTally = { readonly posted: number; readonly failed: number; readonly checked: number; readonly pending: number };

/** Counts the results of posts. A post without a receipt has not reached the service yet. */
export function tallyOf(receipts: readonly (PostReceipt | undefined)[]): PostTally {
  const tally = { posted: 0, failed: 0, checked: 0, pending: 0 };
  for (const receipt of receipts) {
    if (receipt?.state === 'done') tally.posted += 1;
    else if (receipt?.state === 'failed' || receipt?.state === 'human') tally.failed += 1;
    else if (receipt?.state === 'dryRun') tally.checked += 1;
    else tally.pending += 1;
  }
  return tally;
}

/** One line about a group of posts: "5 jobs posted to Bullhorn, 1 failed". */
export function tallyWords({ posted, failed, checked, pending }: PostTally, target: string, isOffline: boolean): string {
  const needs = `${failed} ${failed === 1 ? 'needs' : 'need'} attention`;
  if (checked > 0) {
    const all = checked + posted + failed + pending;
    return `${checked === all ? counted(all, 'job') : `${checked} of ${counted(all, 'job')}`} checked in a dry run: nothing was sent to ${target}`;
  }
  if (pending > 0 && posted + failed === 0)
    return isOffline
      ? `${counted(pending, 'job')} will post to ${target} when you’re back online`
      : `Posting ${counted(pending, 'job')} to ${target}`;
  if (pending > 0) {
    const rest = isOffline ? `${pending} when you’re back online` : `${pending} in progress`;
    return [`${posted} of ${posted + failed + pending} jobs posted to ${target}`, failed > 0 && needs, rest]
      .filter(Boolean)
      .join(', ');
  }
  if (posted === 0) return `${counted(failed, 'job')} not posted to ${target}`;
  return `${counted(posted, 'job')} posted to ${target}${failed > 0 ? `, ${needs}` : ''}`;
}
