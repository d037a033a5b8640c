import { expect, test } from 'vitest';
import { runThousand } from './thousand.ts';

test('histories 1,001 to 2,000: nothing lost, doubled, silently overwritten, diverged, leaked or stalled', async () => {
  expect(await runThousand(1_001)).toEqual([]);
}, 600_000);
