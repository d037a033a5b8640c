import { describe, expect, test } from 'vitest';
import { bothWords, driftOf } from './drift.ts';

const sent = { title: 'RN ICU', billRate: 78.5, isOpen: true };
const found = (values: Record<string, unknown>, open: boolean | null = true) => ({
  kind: 'found' as const,
  values: { ...sent, ...values },
  open,
});

describe('what others changed in a job order', () => {
  test('nothing, where the target holds what was sent', () => {
    expect(driftOf(sent, {}, found({}))).toBeNull();
  });

  test('a field with another value, with both values', () => {
    expect(driftOf(sent, {}, found({ billRate: 80 }))).toEqual({
      kind: 'changed',
      fields: [{ field: 'billRate', sent: 78.5, stored: 80 }],
    });
  });

  test('a value that the target only normalized is none', () => {
    expect(driftOf({ ...sent, title: ' RN  ICU ' }, {}, found({}))).toBeNull();
  });

  test('a closed job order is named as closed, with all that differs', () => {
    expect(driftOf(sent, {}, found({ isOpen: false, title: 'RN' }, false))).toMatchObject({
      kind: 'closed',
      fields: [{ field: 'title' }, { field: 'isOpen', sent: true, stored: false }],
    });
  });

  test('a deleted job order', () => {
    expect(driftOf(sent, {}, { kind: 'absent' })).toEqual({ kind: 'deleted', fields: [] });
  });

  test('a value that a person kept is none, until somebody changes it again', () => {
    const kept = { billRate: { theirs: 80 } };
    expect(driftOf(sent, kept, found({ billRate: 80 }))).toBeNull();
    expect(driftOf(sent, kept, found({ billRate: 81 }))).toMatchObject({ fields: [{ field: 'billRate', stored: 81 }] });
    expect(driftOf(sent, kept, found({ billRate: 80, title: 'LPN' }))?.fields.map(({ field }) => field)).toEqual(['title']);
  });

  test('a closed job order that a person left closed is changed, not closed, by another field', () => {
    const kept = { isOpen: { theirs: false } };
    expect(driftOf(sent, kept, found({ isOpen: false }, false))).toBeNull();
    expect(driftOf(sent, kept, found({ isOpen: false, title: 'LPN' }, false))).toMatchObject({ kind: 'changed' });
  });

  test('a value that is back at what was sent is no difference, although a person kept another', () => {
    expect(driftOf(sent, { billRate: { theirs: 80 } }, found({}))).toBeNull();
  });
});

const words: readonly (readonly [unknown, string])[] = [
  [null, ''],
  [true, 'yes'],
  [78.5, '78.5'],
  [Date.UTC(2026, 11, 7, 12), '2026-12-07'],
  [['101', '102'], '101, 102'],
  [{ address1: '1 Main', city: 'Reno', zip: null }, 'Address1: 1 Main, City: Reno'],
];
test.each(words)('the value %j in words', (value, said) =>
  expect(bothWords({ sent: value, stored: 'x' })).toEqual({ ours: said, theirs: 'x' }),
);

test('two long texts are shown where they begin to differ', () => {
  const same = 'A busy unit. '.repeat(20);
  const { ours, theirs } = bothWords({ sent: `${same}Nights`, stored: `${same}Days` });
  expect([ours.startsWith('…'), ours.endsWith('Nights'), theirs.endsWith('Days')]).toEqual([true, true, true]);
  expect(ours.length).toBeLessThan(60);
  expect(bothWords({ sent: 'x'.repeat(400), stored: null })).toEqual({ ours: `${'x'.repeat(160)}…`, theirs: '' });
  expect(bothWords({ sent: same, stored: `${same}More` }).theirs.endsWith('More')).toBe(true);
});
