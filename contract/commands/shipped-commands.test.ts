import { expect, test } from 'vitest';
import { commandNames } from './commands.ts';
import shipped from './shipped-commands.json' with { type: 'json' };

test('the service knows exactly the command names that were ever shipped', () => {
  // A name missing here strands changes on people's devices; a new name is added to the file on purpose.
  expect([...commandNames].sort()).toEqual(shipped);
});
