import { expect, test } from 'vitest';
import nouns from '../../scripts/kit-nouns.json' with { type: 'json' };
import { ofTheAgency, ofTheProvider, others, readings, settings } from './crud-nouns.ts';

test('every noun of the client kit has an entry in crud-nouns.ts, and every entry is a noun of the kit', () => {
  const walked = [...ofTheAgency, ...ofTheProvider, ...settings, ...readings].map(({ noun }) => noun);
  expect(nouns.length).toBeGreaterThan(10);
  expect([...new Set([...walked, ...others])].sort()).toEqual([...nouns].sort());
});

test('each entry either adds a row or names one, and an entry that removes its row also undoes that', () => {
  for (const walk of [...ofTheAgency, ...ofTheProvider]) {
    expect(walk.add !== undefined, walk.noun).not.toBe(walk.row !== undefined);
    if (walk.remove) expect(walk.undo, walk.noun).toBeDefined();
  }
});
