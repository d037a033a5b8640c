import { expect, test } from 'vitest';
import { connectionsProblem } from './connections.ts';

test('a task may be added while connections are left, and always by the provider', () => {
  expect(connectionsProblem({ used: 14, included: 15 })).toBeNull();
  expect(connectionsProblem({ used: 999, included: null })).toBeNull();
});

test('several tasks are added only if all of them fit', () => {
  expect(connectionsProblem({ used: 12, included: 15 }, 3)).toBeNull();
  expect(connectionsProblem({ used: 99, included: 15 }, 0)).toBeNull();
  expect(connectionsProblem({ used: 99, included: null }, 200)).toBeNull();
  expect(connectionsProblem({ used: 12, included: 15 }, 4)).toMatch(/^These are 4 tasks, but of the 15 .* only 3 are left\./);
  expect(connectionsProblem({ used: 14, included: 15 }, 2)).toMatch(/only 1 is left\./);
  expect(connectionsProblem({ used: 15, included: 15 }, 2)).toMatch(/^All 15 VMS connections/);
});

test.each([
  [15, 15, /^All 15 VMS connections of your plan are in use\. Disable a task/],
  [17, 15, /^All 15 VMS connections of your plan are in use \(17 tasks are enabled\)\./],
  [1, 1, /^The 1 VMS connection of your plan is in use\./],
])('%i enabled tasks of %i use them all', (used, included, words) => {
  expect(connectionsProblem({ used, included })).toMatch(words);
});
