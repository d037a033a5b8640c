import { expect, test } from 'vitest';
import nouns from '../../scripts/kit-nouns.json' with { type: 'json' };
import { ofTheAgency, ofTheProvider, others, readings, settings } from './crud-nouns.ts';

test('every noun on the client kit has a walk through its screen, and every walk a noun', () => {
  const walked = [...ofTheAgency, ...ofTheProvider, ...settings, ...readings].map(({ noun }) => noun);
  expect(nouns.length).toBeGreaterThan(10);
  expect([...new Set([...walked, ...others])].sort()).toEqual([...nouns].sort());
});

test('a walk adds a row or names one, and one that removes also brings it back', () => {
  for (const walk of [...ofTheAgency, ...ofTheProvider]) {
    expect(walk.add !== undefined, walk.noun).not.toBe(walk.row !== undefined);
    if (walk.remove) expect(walk.undo, walk.noun).toBeDefined();
  }
});
