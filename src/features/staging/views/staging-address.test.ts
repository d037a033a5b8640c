import { expect, test } from 'vitest';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { readAddress, withAddress } from './staging-address.ts';

const read = (search: string, all = false) => readAddress(new URLSearchParams(search), all);
const chips = (query: string) => parseQuery(query, jobQuerySchema(null, 20_000));

test('Without parameters it is the triage view, newest jobs first', () => {
  expect(read('')).toEqual({
    view: 'triage',
    query: '',
    sort: [{ key: 'firstSeenAt', descending: true }],
    group: [],
    targetId: null,
  });
  expect(read('', true).view).toBe('all');
});

test('Every documented deep link becomes a chip that the query understands, over all jobs', () => {
  const link =
    'tid=12&source=Harbor+VMS&vmsSourceId=3&client=ST+MARY&degree=RN&specialty=ICU&shift=3x12&providerJobId=884-210&association=AMN';
  const address = read(link);
  expect(address.view).toBe('all');
  expect(address.targetId).toBe(12);
  const { chips: found, problems } = chips(address.query);
  expect(problems).toEqual([]);
  expect(found.map((chip) => ('field' in chip ? chip.field : chip.kind))).toEqual([
    'source',
    'sourceId',
    'facility',
    'degree',
    'specialty',
    'shift',
    'providerJobId',
    'association',
  ]);
});

test.each([
  ['status=2&state=CA&source=Careline', 'source:Careline state:CA is:posted'],
  ['status=3&posted=2026-11-20&tid=1', 'seen:2026-11-20..'],
  ['status=0&posted=2026-11-20', 'posted:2026-11-20..'],
  ['status=1&cfid=4', ''],
])('The link of a report %s', (link, query) => {
  const address = read(link);
  expect(address.query).toBe(query);
  expect(chips(query).problems).toEqual([]);
  const next = withAddress(new URLSearchParams(link), address);
  expect([next.get('status'), next.get('posted'), next.get('state')]).toEqual([null, null, null]);
  expect(readAddress(next, false)).toEqual(address);
});

test('quotes in a deep link stay inside its value', () => {
  const { chips: found } = chips(read(`client=${encodeURIComponent('ST "MARY" is:held')}`).query);
  expect(found).toMatchObject([{ kind: 'text', values: ['ST "MARY" is:held'] }]);
});

test('A parameter that means “any” adds nothing', () => {
  expect(read('tid=-1&source=')).toMatchObject({ view: 'triage', query: '', targetId: null });
});

test('A written URL reads back the same, and deep links become part of the query', () => {
  const next = {
    view: 'held',
    query: 'state:CA',
    sort: [
      { key: 'billRate', descending: true },
      { key: 'facility', descending: false },
    ],
    group: ['state'],
    targetId: 7,
  } as const;
  const written = withAddress(new URLSearchParams('tid=4&open=job:7'), next);
  expect(written.get('tid')).toBe('7');
  expect(written.get('open')).toBe('job:7');
  expect(readAddress(written, false)).toEqual(next);
  expect(readAddress(withAddress(written, { ...next, sort: [] }), false).sort).toEqual([]);
});
