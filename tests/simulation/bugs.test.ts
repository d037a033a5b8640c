import { expect, test } from 'vitest';
import { bugs } from './bugs.ts';
import { findBug } from './jobs.ts';

/** Maximum number of histories until a planted bug must be found. If it takes more, a checker or a fault is too weak. */
const most = 1_000;

test.each(bugs)(
  'the planted bug $name is found: $about',
  async ({ name }) => {
    expect(await findBug(name, most)).not.toBeNull();
  },
  300_000,
);
