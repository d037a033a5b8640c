import { expect, test } from 'vitest';
import { mostConfigurations } from '#contract/rows/report-rows.ts';
import { viewNameProblem } from './view-name.ts';

const nights = { id: 2, name: 'Nights' };

test('a name that another view of the owner has is taken, whatever its case; a view keeps its own', () => {
  expect(viewNameProblem({ id: 3, name: ' nights ' }, [nights])).toMatch(/^There is a view “Nights” already/);
  expect(viewNameProblem({ id: 2, name: 'nights' }, [nights])).toBeNull();
  expect(viewNameProblem({ id: 3, name: 'Days' }, [nights])).toBeNull();
});

test('a person has so many views at most; renaming one of them is no new one', () => {
  const all = Array.from({ length: mostConfigurations }, (_, id) => ({ id, name: `View ${id}` }));
  expect(viewNameProblem({ id: -1, name: 'One more' }, all)).toContain(`You have ${mostConfigurations} views`);
  expect(viewNameProblem({ id: 0, name: 'Renamed' }, all)).toBeNull();
});
