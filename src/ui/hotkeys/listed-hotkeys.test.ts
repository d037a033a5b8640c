import { expect, test } from 'vitest';
import { listedHotkeys } from './listed-hotkeys.ts';

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
