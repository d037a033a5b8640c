import { expect, test } from 'vitest';
import { listSubmissions, mostSubmissions } from '#contract/submissions/submissions.ts';
import { askedBy, mayResubmit, maySyncStatus, mayWithdraw } from './submission.ts';

test('4:169 an error offers Resubmit, an external id offers a status sync', () => {
  expect(mayResubmit({ isError: true, state: 'sent' })).toBe(true);
  expect(mayResubmit({ isError: false, state: 'human' })).toBe(true);
  expect(mayResubmit({ isError: false, state: 'sent' })).toBe(false);
  expect(maySyncStatus({ extId: '88231' })).toBe(true);
  expect(maySyncStatus({ extId: '' })).toBe(false);
});

test('a submission is taken back only before it was sent', () => {
  const states = ['wanted', 'sending', 'unknown', 'human', 'sent', 'refused', 'withdrawn'] as const;
  expect(states.filter((state) => mayWithdraw({ state }))).toEqual(['wanted', 'human', 'refused']);
});

test('filters of the address become arguments that the call takes, and nonsense filters nothing', () => {
  const good = askedBy(2, new URLSearchParams('status=Offered&contact=4&from=3&to=5&job=7&since=2026-11-01&until=2026-11-28'));
  expect(listSubmissions.args.parse(good)).toMatchObject({ status: 'Offered', contactId: 4, fromId: 3, toId: 5, jobId: 7 });
  const bad = askedBy(2, new URLSearchParams('contact=x&from=-1&since=soon'));
  expect(listSubmissions.args.parse(bad)).toMatchObject({ contactId: 0, fromId: 0, pageSize: mostSubmissions });
  expect(bad).not.toHaveProperty('since');
});
