import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postReference } from './post-reference.ts';

test('[S8.3] the same posting has the same reference for ever', () => {
  // Written out: a changed formula would lose every job that is in an ATS already.
  expect(postReference(1, 2, 3, 1)).toBe(postReference(1, 2, 3, 1));
  expect(postReference(1, 2, 3, 1)).toMatchInlineSnapshot(`"NBNDQPUCJ73YZXFK4WGM7ZEO54"`);
  expect(postReference(1, 2, 3, 1)).toMatch(/^[A-Z2-7]{26}$/);
});

test('[S8.3] different postings have different references', () => {
  const seen = new Set<string>();
  for (let customer = 1; customer <= 10; customer++)
    for (let target = 1; target <= 5; target++)
      for (let job = 1; job <= 400; job++)
        for (const generation of [1, 2]) seen.add(postReference(customer, target, job, generation));
  expect(seen.size).toBe(10 * 5 * 400 * 2);
  const id = fc.integer({ min: 1, max: 2 ** 31 });
  fc.assert(
    fc.property(id, id, id, id, (a, b, c, d) => a === b || postReference(a, b, c, d) !== postReference(b, a, c, d)),
    { seed: 20261121, numRuns: 500 },
  );
});
