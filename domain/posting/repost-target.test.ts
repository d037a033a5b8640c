import { expect, test } from 'vitest';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { repostTarget } from './repost-target.ts';

const of = (...typeIds: number[]) => repostTarget(typeIds.map((typeId, at) => aTarget({ id: at + 1, typeId })))?.id;

test('a repost begins with the second target, without feeds and targets that take no jobs', () => {
  expect(of(8, 9)).toBe(2);
  expect(of(8)).toBe(1);
  expect(of(4, 8, 26, 9, 22)).toBe(4);
  expect(of(8, 6)).toBe(1);
  expect(of(6, 8, 25)).toBe(2);
  expect(of(4)).toBe(1);
  expect(of()).toBeUndefined();
});
