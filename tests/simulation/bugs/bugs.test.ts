import { expect, test } from 'vitest';
import { natures } from '../base/natures.ts';
import { findBug } from '../jobs.ts';
import { bugs } from './bugs.ts';

/** Maximum number of histories until a planted bug must be found. If it takes more, a checker or a fault is too weak. */
const most = 1_000;

test('each nature of a target has a bug that only it can have', () => {
  expect(bugs.flatMap(({ nature }) => nature ?? []).toSorted()).toEqual(natures.toSorted());
});

test.each(bugs)(
  'the planted bug $name is found: $about',
  async ({ name }) => {
    expect(await findBug(name, most, 'short')).not.toBeNull();
  },
  300_000,
);
