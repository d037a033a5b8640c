import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { flag } from './flags.ts';
import { changesIn, imagesOf, takenBack } from './job-image.ts';

const before = aJob({ billRate: 92.5, extra: { floor: '4' }, changedAt: '2026-11-01T00:00:00.000Z' });
const after = aJob({
  ...before,
  billRate: 140,
  chgMap: flag.onHold,
  extra: { priority: 'High' },
  ruled: { billRate: { ruleId: 3, version: 1, was: 92.5 } },
  changedAt: '2026-11-02T00:00:00.000Z',
});
const images = imagesOf(before, after) ?? { before: {}, after: {} };

test('equal jobs have no images', () => {
  expect(imagesOf(before, { ...before, extra: { ...before.extra } })).toBeNull();
});

test('only what differs is kept, and key by key in lists', () => {
  expect(Object.keys(images.after).sort()).toEqual([
    'billRate',
    'changedAt',
    'chgMap',
    'extra.floor',
    'extra.priority',
    'ruled.billRate',
  ]);
});

test('a job that no one has touched since goes back whole', () => {
  expect(takenBack(after, images)).toEqual(before);
});

test('a value that somebody changed since keeps the whole job', () => {
  const touched = { ...after, billRate: 150 };
  expect(takenBack(touched, images)).toBe(touched);
});

test('what the run did not move may have changed since, other flags included', () => {
  const touched = { ...after, note: 'Call first', chgMap: flag.onHold | flag.hidden, changedAt: '2026-11-03T00:00:00.000Z' };
  expect(takenBack(touched, images)).toEqual({ ...before, note: 'Call first', chgMap: flag.hidden });
  const released = { ...after, chgMap: 0 };
  expect(takenBack(released, images)).toBe(released);
});

test('changes name the field, flag and catalogue value', () => {
  expect(changesIn(after, images)).toEqual([
    { field: 'billRate', before: 92.5, after: 140 },
    { field: 'onHold', before: false, after: true },
    { field: 'floor', before: '4', after: null },
    { field: 'priority', before: null, after: 'High' },
  ]);
});
