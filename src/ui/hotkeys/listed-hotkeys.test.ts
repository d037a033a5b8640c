import { expect, test } from 'vitest';
import { listedHotkeys, matchingHotkeys } from './listed-hotkeys.ts';

test('The screen’s shortcuts come before those of the shell, in their own order', () => {
  const keys = [
    { keys: 'mod+k', group: 'Everywhere' },
    { keys: 'g s', group: 'Go to' },
    { keys: '/', group: 'Staging' },
    { keys: '?', group: 'Everywhere' },
    { keys: '.', group: 'Panel' },
  ];
  expect(listedHotkeys(keys).map((one) => one.keys)).toEqual(['/', '.', 'mod+k', '?', 'g s']);
});

const choices = Array.from({ length: 9 }, (_, i) => ({ keys: String(i + 1), words: `Choose value ${i + 1}` }));

test('shortcuts that differ by their number are one line', () => {
  expect(matchingHotkeys([{ keys: 'h', words: 'Hold' }, ...choices], '')).toEqual([
    { keys: 'h', words: 'Hold' },
    { keys: '1…9', words: 'Choose value' },
  ]);
});

test('shortcuts are found by what they do and by key', () => {
  const all = [{ keys: 'h', words: 'Hold' }, { keys: 'g s', words: 'Staging' }, ...choices];
  expect(matchingHotkeys(all, 'HOL').map(({ words }) => words)).toEqual(['Hold']);
  expect(matchingHotkeys(all, 'g s').map(({ words }) => words)).toEqual(['Staging']);
  expect(matchingHotkeys(all, 'value choose').map(({ words }) => words)).toEqual(['Choose value']);
});
