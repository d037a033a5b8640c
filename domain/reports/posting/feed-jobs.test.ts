import { expect, test } from 'vitest';
import { feedFields } from '#contract/posting/feed-settings.ts';
import { FeedReasonCode } from '#contract/posting/feeds.ts';
import { reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { keepsRow } from '../kit/report-filter.ts';
import { type FeedJobLine, feedJobsReport } from './feed-jobs.ts';

const { columns, filters } = feedJobsReport;
const keys = columns.map(({ key }) => key);
const usual = reportFeedJobs.example.rows[0] as FeedJobLine;
const line = (over: Partial<FeedJobLine>): FeedJobLine => ({ ...usual, ...over });
const keeps = (name: string, value: string, row: FeedJobLine) => {
  const filter = filters.find((one) => one.name === name);
  return filter && keepsRow(filter, row, value, (cell) => cell);
};
const column = (name: string) => columns.find(({ key }) => key === name);

test('every value that a feed can have is a column, custom fields 1 to 20 among them, and the call has no other text', () => {
  expect(keys).toEqual(expect.arrayContaining([...feedFields]));
  const custom = columns.flatMap(({ key, label }) => (key.startsWith('custom') ? [label] : []));
  expect(custom).toEqual(Array.from({ length: 20 }, (_, at) => `{customField${at + 1}}`));
  const withoutColumn = Object.keys(usual).filter((key) => !keys.includes(key as keyof FeedJobLine));
  expect(withoutColumn.toSorted()).toEqual(['codes', 'jobId', 'targetId']);
});

test('the reasons and what job boards show first are in view, the other elements wait', () => {
  const shown = columns.flatMap(({ key, hidden }) => (hidden ? [] : [key]));
  expect(shown.slice(0, 6)).toEqual(['providerJobId', 'feed', 'source', 'isListed', 'why', 'dropped']);
  expect(shown).toEqual(expect.arrayContaining(['reference', 'title', 'company', 'city', 'state', 'pay', 'url']));
  expect(shown).toHaveLength(16);
});

test('a row opens its job in staging and its feed in the targets', () => {
  expect(column('providerJobId')?.to?.(usual)).toBe('/staging?view=all&open=job:7');
  expect(column('feed')?.to?.(usual)).toBe('/targetconfig/2');
});

test('a value that the feed does not write differs from one that the job does not have', () => {
  const city = column('city');
  expect(city?.none?.(line({ city: null }))).toBe('No element');
  expect(city?.none?.(line({ city: '' }))).toBe('—');
  expect(column('weeks')?.none?.(line({ weeks: null }))).toBe('—');
});

test('the filters keep the rows of a feed, those in it or not, and those with a reason', () => {
  const listed = line({ isListed: true, codes: [], reason: '', why: '' });
  const dropped = { ...listed, dropped: 'The job has no city.' };
  const refused = line({ targetId: 3, codes: ['on_hold', 'hidden'] });
  const kept = (name: string, value: string) => [listed, dropped, refused].filter((row) => keeps(name, value, row));
  expect(kept('feed', '3')).toEqual([refused]);
  expect(kept('listed', 'yes')).toEqual([listed, dropped]);
  expect(kept('listed', 'no')).toEqual([refused]);
  expect(kept('listed', 'dropped')).toEqual([dropped]);
  expect(kept('reason', 'hidden')).toEqual([refused]);
  expect(kept('reason', 'below_floor')).toEqual([]);
});

test('every reason can be chosen, each under its own name', () => {
  const reason = filters.find(({ name }) => name === 'reason');
  const choices = reason?.kind === 'choice' ? reason.choices : [];
  expect(choices.map(({ value }) => value).toSorted()).toEqual(FeedReasonCode.options.toSorted());
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
});
