import { expect, test } from 'vitest';
import { runThousand } from './thousand.ts';

test('histories 1 to 1,000: nothing lost, doubled, silently overwritten, diverged, leaked or stalled', async () => {
  expect(await runThousand(1)).toEqual([]);
}, 600_000);
