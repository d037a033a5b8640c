import { expect, test } from 'vitest';
import { runHalf } from './run-half.ts';

test('the first half of the histories: nothing lost, duplicated, silently overwritten, diverged, leaked or stalled', async () => {
  expect(await runHalf(0)).toEqual([]);
}, 600_000);
