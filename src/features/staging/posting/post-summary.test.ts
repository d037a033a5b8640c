import { expect, test } from 'vitest';
import type { PostReceipt } from '#contract/rows/jobs.ts';
import { tallyOf, tallyWords } from './post-summary.ts';

const receipt = (state: PostReceipt['state']) => ({ state }) as PostReceipt;

test('a post without a receipt, queued, sent or looked up is pending; one that a person must decide has not been posted', () => {
  const all = [undefined, ...(['wanted', 'sending', 'unknown', 'human', 'failed', 'done', 'dryRun'] as const).map(receipt)];
  expect(tallyOf(all)).toEqual({ posted: 1, failed: 2, checked: 1, pending: 4 });
});

test.each([
  [{ posted: 0, failed: 0, pending: 1 }, false, 'Posting 1 job to Bullhorn'],
  [{ posted: 0, failed: 0, pending: 6 }, true, '6 jobs will post to Bullhorn when you’re back online'],
  [{ posted: 4, failed: 0, pending: 2 }, false, '4 of 6 jobs posted to Bullhorn, 2 in progress'],
  [{ posted: 4, failed: 1, pending: 1 }, true, '4 of 6 jobs posted to Bullhorn, 1 needs attention, 1 when you’re back online'],
  [{ posted: 6, failed: 0, pending: 0 }, false, '6 jobs posted to Bullhorn'],
  [{ posted: 5, failed: 2, pending: 0 }, false, '5 jobs posted to Bullhorn, 2 need attention'],
  [{ posted: 0, failed: 1, pending: 0 }, false, '1 job not posted to Bullhorn'],
  [{ posted: 0, failed: 0, pending: 0, checked: 2 }, false, '2 jobs checked in a dry run: nothing was sent to Bullhorn'],
  [{ posted: 0, failed: 0, pending: 1, checked: 2 }, false, '2 of 3 jobs checked in a dry run: nothing was sent to Bullhorn'],
])('%j, offline %s: %s', (tally, isOffline, words) => {
  expect(tallyWords({ checked: 0, ...tally }, 'Bullhorn', isOffline)).toBe(words);
});
