import { expect, test } from 'vitest';
import { runHalf } from './run-half.ts';

test('the second half of the histories: nothing lost, duplicated, silently overwritten, diverged, leaked or stalled', async () => {
  expect(await runHalf(1)).toEqual([]);
}, 600_000);
