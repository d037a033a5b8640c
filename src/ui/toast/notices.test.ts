import { expect, test } from 'vitest';
import { type Notice, withNotice } from './notices.ts';

const notice = (id: string, at: string): Notice => ({ id, at, tone: 'success', title: id, detail: null, to: null, read: false });
const now = Date.parse('2026-11-20T12:00:00Z');

test('The newest notice comes first, and one older than seven days is dropped', () => {
  const kept = withNotice(
    [notice('week', '2026-11-13T12:00:00Z'), notice('old', '2026-11-13T11:59:59Z')],
    notice('new', '2026-11-20T12:00:00Z'),
    now,
  );
  expect(kept.map((n) => n.id)).toEqual(['new', 'week']);
});

test('A notice with the same id replaces the earlier one', () => {
  const kept = withNotice([notice('a', '2026-11-20T10:00:00Z')], notice('a', '2026-11-20T11:00:00Z'), now);
  expect(kept.map((n) => n.at)).toEqual(['2026-11-20T11:00:00Z']);
});

test('At most a hundred are kept', () => {
  const many = Array.from({ length: 100 }, (_, i) => notice(String(i), '2026-11-20T10:00:00Z'));
  const kept = withNotice(many, notice('new', '2026-11-20T11:00:00Z'), now);
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([100, 'new', '98']);
});
