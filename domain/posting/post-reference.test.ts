import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postReference } from './post-reference.ts';

test('[T6] [S8.3] the same post always has the same reference', () => {
  // Written out, because a changed formula would lose every job that is already in an ATS.
  expect(postReference(1, 2, 3, 1)).toBe(postReference(1, 2, 3, 1));
  expect(postReference(1, 2, 3, 1)).toMatchInlineSnapshot(`"NBNDQPUCJ73YZXFK4WGM7ZEO54"`);
  expect(postReference(1, 2, 3, 1)).toMatch(/^[A-Z2-7]{26}$/);
});

test('[T6] [S8.3] different posts have different references', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 40_000; n++)
    seen.add(postReference(1 + (n % 10), 1 + (Math.floor(n / 10) % 5), 1 + Math.floor(n / 100), 1 + (Math.floor(n / 50) % 2)));
  expect(seen.size).toBe(40_000);
  const id = fc.integer({ min: 1, max: 2 ** 31 });
  fc.assert(
    fc.property(id, id, id, id, (a, b, c, d) => a === b || postReference(a, b, c, d) !== postReference(b, a, c, d)),
    { seed: 20261121, numRuns: 500 },
  );
});
