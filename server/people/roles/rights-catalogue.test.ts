import { expect, test } from 'vitest';
import { rightIds } from '#contract/kit/rights.ts';
import { rightGroups } from './rights-catalogue.ts';

const idsOf = (toAdministrator: boolean) =>
  rightGroups(toAdministrator).flatMap((group) => group.rights.map((right) => right.id));

test('every right is described once', () => {
  expect(idsOf(true).sort((a, b) => a - b)).toEqual(Object.values(rightIds).sort((a, b) => a - b));
});

test('rights 28 and 29 are shown to administrators only', () => {
  expect(idsOf(false)).not.toContain(28);
  expect(idsOf(false)).not.toContain(29);
  expect(idsOf(true)).toEqual(expect.arrayContaining([28, 29]));
});
