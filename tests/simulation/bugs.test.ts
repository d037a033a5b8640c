import { expect, test } from 'vitest';
import { bugs } from './bugs.ts';
import { findBug } from './jobs.ts';

/** Histories that a planted bug may hide in; one that hides longer means that a checker or a fault is too weak. */
const most = 1_000;

test.each(bugs)(
  'the planted bug $name is found: $about',
  async ({ name }) => {
    expect(await findBug(name, most)).not.toBeNull();
  },
  300_000,
);
