import { expect, test } from 'vitest';
import { replay } from './jobs.ts';

test('100 seeds reproduce the same histories, byte for byte', async () => {
  expect(await replay(1, 100)).toEqual([]);
}, 300_000);
