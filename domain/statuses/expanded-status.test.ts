import { expect, test } from 'vitest';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { defaultStatusOf, expandedStatuses, type StatusBook, statusOfVendor } from './expanded-status.ts';

const aStatus = (id: number, name: string, more: Partial<CustomerStatusRow> = {}): CustomerStatusRow => ({
  id,
  name,
  standard: null,
  defaultAt: null,
  version: 1,
  by: 'Ann',
  at: '2026-11-21T12:00:00.000Z',
  ref: null,
  purged: false,
  ...more,
});
const open = aStatus(1, 'Open', { standard: 'Open', defaultAt: '2026-11-01T00:00:00.000Z' });
const placed = aStatus(2, 'Placed', { standard: 'Filled' });
const review = aStatus(3, 'Client review');
const source = (expandedStatuses: Record<string, number>) => ({ id: 3, expandedStatuses });
const book = (over: Partial<StatusBook> = {}): StatusBook => ({ statuses: [open, placed, review], sources: [], ...over });
const purple = aJob({ sourceId: 3, status: 'On Hold', extra: { vmsStatus: 'Purple' } });
const nameFor = (job: typeof purple, of: StatusBook) => expandedStatuses(of)(statusOfVendor(job))?.name ?? null;

test.each([
  ['the text of the vendor as the source says', purple, book({ sources: [source({ purple: 3 })] }), 'Client review'],
  [
    'the same text of another source says nothing',
    { ...purple, sourceId: 4 },
    book({ sources: [source({ purple: 3 })] }),
    'Open',
  ],
  [
    'the status itself is the text',
    aJob({ sourceId: 3, status: 'Filled' }),
    book({ sources: [source({ filled: 3 })] }),
    'Client review',
  ],
  ['a renamed status keeps its standard status', aJob({ status: 'Filled' }), book(), 'Placed'],
  ['nothing else: the default', purple, book(), 'Open'],
  ['a status that was removed means nothing', purple, book({ sources: [source({ purple: 9 })] }), 'Open'],
  [
    'a purged status means nothing',
    purple,
    book({ statuses: [open, { ...review, purged: true }], sources: [source({ purple: 3 })] }),
    'Open',
  ],
  ['a text like a key of objects', { ...purple, extra: { vmsStatus: 'constructor' } }, book({ sources: [source({})] }), 'Open'],
  ['no statuses', purple, book({ statuses: [] }), null],
] as const)('%s', (_what, job, of, name) => {
  expect(nameFor(job, of)).toBe(name);
});

test('of two for one standard status, the one with its name counts', () => {
  const again = aStatus(4, 'Filled', { standard: 'Filled' });
  expect(nameFor(aJob({ status: 'Filled' }), book({ statuses: [open, placed, again] }))).toBe('Filled');
});

test('exactly one status is the default, in whatever order rows come: the latest choice, or the oldest status', () => {
  const later = { ...review, defaultAt: '2026-11-02T00:00:00.000Z' };
  const sameTime = { ...placed, defaultAt: later.defaultAt };
  for (const [rows, id] of [
    [[open, placed, review], 1],
    [[open, placed, later], 3],
    [[open, sameTime, later], 2],
    [[placed, review], 2],
    [[open, { ...later, purged: true }], 1],
  ] as const) {
    expect(defaultStatusOf(rows)?.id).toBe(id);
    expect(defaultStatusOf(rows.toReversed())?.id).toBe(id);
  }
  expect(defaultStatusOf([])).toBeNull();
});
