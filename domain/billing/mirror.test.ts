import { describe, expect, test } from 'vitest';
import { hasReference, isOwnEntry, mirrorReference, paymentStep } from './mirror.ts';

describe('references in accounts outside', () => {
  test('a reference is found as a word, and never as the start of another one', () => {
    const reference = mirrorReference('3f2a1b', 'invoice', 2, 4);
    expect(reference).toBe('jobdock-3f2a1b-i2.4');
    expect(hasReference(`Period: October 2026. Reference:\n${reference}`, reference)).toBe(true);
    expect(hasReference(mirrorReference('3f2a1b', 'invoice', 2, 40), reference)).toBe(false);
    expect(hasReference(`x${reference}`, reference)).toBe(false);
  });

  test('an entry of this installation is known from one of another', () => {
    expect(isOwnEntry(`Check 1042 ${mirrorReference('3f2a1b', 'entry', 2, 7)}`, '3f2a1b')).toBe(true);
    expect(isOwnEntry(mirrorReference('ffffff', 'entry', 2, 7), '3f2a1b')).toBe(false);
    expect(isOwnEntry('', '3f2a1b')).toBe(false);
  });
});

describe('a payment that was made outside', () => {
  const there = { id: 9, cents: 60_000, isDeleted: false };
  const here = { id: 3, cents: 60_000, isVoid: false };

  test.each([
    ['is added once', there, null, { kind: 'add', cents: 60_000 }],
    ['is known', there, here, { kind: 'nothing' }],
    ['was deleted there before it came', { ...there, isDeleted: true }, null, { kind: 'nothing' }],
    ['was deleted there', { ...there, isDeleted: true }, here, { kind: 'void', entryId: 3 }],
    ['was deleted there and taken back here', { ...there, isDeleted: true }, { ...here, isVoid: true }, { kind: 'nothing' }],
    ['was taken back here', there, { ...here, isVoid: true }, { kind: 'nothing' }],
    ['became a credit there', { ...there, cents: 0 }, null, { kind: 'nothing' }],
  ])('that %s', (_what, payment, entry, step) => {
    expect(paymentStep(payment, entry)).toEqual(step);
  });

  test('that was changed, or is in another currency, is for a person', () => {
    expect(paymentStep({ ...there, cents: 1 }, here)).toMatchObject({
      kind: 'differs',
      words: expect.stringContaining('changed'),
    });
    expect(paymentStep({ ...there, cents: null }, null)).toMatchObject({
      kind: 'differs',
      words: expect.stringContaining('US dollars'),
    });
  });
});
