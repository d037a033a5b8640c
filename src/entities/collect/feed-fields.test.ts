import { expect, test } from 'vitest';
import { FeedField } from '#contract/collecting/column-mapping.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { feedFieldGroups, feedFieldLabel } from './feed-fields.ts';

test('every field that a column may fill is offered once, under a name of its own', () => {
  const offered = feedFieldGroups(defaultNames).flatMap(({ items }) => items);
  expect(offered.map(({ value }) => value).sort()).toEqual([...FeedField.options].sort());
  expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
  for (const field of FeedField.options) expect(feedFieldLabel(field, defaultNames)).not.toBe(field);
});
