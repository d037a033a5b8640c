import { expect, test } from 'vitest';
import { aCustomerNotice } from '#tests/support/factories/notice-factory.ts';
import { shownNotices } from './shown-notices.ts';
import { partsOf } from './text-parts.ts';

const now = '2026-11-21T12:00:00.000Z';

test('a person sees what is not expired and not dismissed by them, newest first', () => {
  const rows = [
    aCustomerNotice({ id: 1, shownSince: '2026-11-20T00:00:00.000Z' }),
    aCustomerNotice({ id: 2, shownSince: '2026-11-21T00:00:00.000Z' }),
    aCustomerNotice({ id: 3, dismissedBy: [5, 6] }),
    aCustomerNotice({ id: 4, expiresAt: now }),
    aCustomerNotice({ id: 5, expiresAt: '2026-11-21T12:00:00.001Z', shownSince: '2026-11-19T00:00:00.000Z' }),
  ];
  expect(shownNotices(rows, 6, now).map(({ id }) => id)).toEqual([2, 1, 5]);
  expect(shownNotices(rows, 5, now)).toEqual([]);
});

test('only addresses of web pages become links, without the signs after them', () => {
  expect(partsOf('See https://a.example/x?y=1. Or (http://b.example), javascript:alert(1) and ftp://c.example')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/x?y=1', link: 'https://a.example/x?y=1' },
    { text: '. Or (' },
    { text: 'http://b.example', link: 'http://b.example' },
    { text: '), javascript:alert(1) and ftp://c.example' },
  ]);
  expect(partsOf('No link')).toEqual([{ text: 'No link' }]);
});
