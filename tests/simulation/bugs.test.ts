import { expect, test } from 'vitest';
import { bugs, withBug } from './bugs.ts';
import { hunt } from './history.ts';

/** Histories that a planted bug may hide in; one that hides longer means that a checker or a fault is too weak. */
const most = 400;

test.each(bugs)(
  'the planted bug $name is found: $about',
  async (bug) => {
    expect(await hunt(() => withBug(bug), most, 1)).not.toBeNull();
  },
  120_000,
);
