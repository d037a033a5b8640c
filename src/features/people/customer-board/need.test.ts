import { expect, test } from 'vitest';
import type { BoardRow } from '#contract/people/customer-board.ts';
import { needOf } from './need.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const row = (name: string, more: Partial<BoardRow>): BoardRow => ({
  customerId: 1,
  name,
  openJobs: 0,
  lastCollectedAt: null,
  alarms: 0,
  failedPosts: 0,
  undecidedPosts: 0,
  unmappedJobs: 0,
  lastDay: null,
  unsentDevices: 0,
  oldestUnsentAt: null,
  ...more,
});

test('who needs somebody most comes first', () => {
  const rows = [
    row('quiet', {}),
    row('mapping', { unmappedJobs: 500 }),
    row('on its way', { unsentDevices: 1, oldestUnsentAt: '2026-11-23T11:50:00.000Z' }),
    row('stuck', { unsentDevices: 1, oldestUnsentAt: '2026-11-23T09:00:00.000Z' }),
    row('silent task', { alarms: 2 }),
    row('one failed', { failedPosts: 1 }),
    row('three failed', { failedPosts: 2, undecidedPosts: 1 }),
  ];
  const order = rows.sort((a, b) => needOf(b, now) - needOf(a, now)).map(({ name }) => name);
  expect(order).toEqual(['three failed', 'one failed', 'silent task', 'stuck', 'mapping', 'quiet', 'on its way']);
});
