import { expect, test } from 'vitest';
import { listSubmissions } from '#contract/submissions/submissions.ts';
import { mayResubmit, maySyncStatus, mayWithdraw, submissionFilters } from './submission.ts';

test('4:169 an error offers Resubmit, an external id offers a status sync', () => {
  expect(mayResubmit({ isError: true, state: 'sent' })).toBe(true);
  expect(mayResubmit({ isError: false, state: 'human' })).toBe(true);
  expect(mayResubmit({ isError: false, state: 'sent' })).toBe(false);
  expect(maySyncStatus({ extId: '88231' })).toBe(true);
  expect(maySyncStatus({ extId: '' })).toBe(false);
});

test('a submission is taken back only before it was sent', () => {
  const states = ['wanted', 'sending', 'unknown', 'human', 'sent', 'refused', 'withdrawn'] as const;
  expect(states.filter((state) => mayWithdraw({ id: 41, state }))).toEqual(['wanted', 'human']);
  expect(mayWithdraw({ id: -5, state: 'wanted' })).toBe(false);
});

test('filters of the address choose among the rows of the device, and nonsense filters nothing', () => {
  const [row] = listSubmissions.reply.parse(listSubmissions.example).rows;
  if (!row) throw new Error('the example has a row');
  const keeps = (name: string, value: string) => submissionFilters[name]?.(row, value);
  const given = { status: 'Offered', contact: '4', from: '3', to: '5', job: '7', since: '2026-11-28', until: '2026-11-28' };
  for (const [name, value] of Object.entries(given)) expect([name, keeps(name, value)]).toEqual([name, true]);
  const others = { status: 'Hired', contact: '5', from: '4', to: '6', job: '8', since: '2026-11-29', until: '2026-11-27' };
  for (const [name, value] of Object.entries(others)) expect([name, keeps(name, value)]).toEqual([name, false]);
  for (const [name, value] of Object.entries({ contact: 'x', from: '-1', since: 'soon' })) expect(keeps(name, value)).toBe(true);
});
