import { expect, test } from 'vitest';
import { commandNames } from './commands.ts';
import shipped from './shipped-commands.json' with { type: 'json' };

test('the service knows exactly the command names that were ever shipped', () => {
  // Devices may still hold unsent changes under every name in the file, so remove none. Add each new name by hand.
  expect([...commandNames].sort()).toEqual(shipped);
});
