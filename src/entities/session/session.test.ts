import { expect, test } from 'vitest';
import { getRole, type UserRole } from '#contract/people/users.ts';
import { mayDo, roleAt } from './session.ts';

const role = (more: Partial<UserRole>): UserRole => ({
  ...getRole.example,
  hasBillingProblem: false,
  mustAddFactor: false,
  rights: [],
  ...more,
});

test('A right is held by its number on the wire', () => {
  expect(mayDo(role({ rights: [6] }), 'staging.read')).toBe(true);
  expect(mayDo(role({ rights: [6] }), 'jobs.post')).toBe(false);
});

test('An administrator passes every check', () => {
  const admin = role({ administrator: true });
  expect([mayDo(admin, 'jobs.post'), mayDo(admin, 'admin'), mayDo(admin, 'admin.system')]).toEqual([true, true, true]);
});

test('A role that authorizes everything is still not an administrator', () => {
  const all = role({ authorisesEverything: true });
  expect([mayDo(all, 'jobs.post'), mayDo(all, 'admin'), mayDo(all, 'admin.customers')]).toEqual([true, false, false]);
});

test('Any signed-in user may use calls that only need a session', () => {
  expect(mayDo(role({}), 'session')).toBe(true);
});

test('At a linked customer the rights of the link count, where it carries any', () => {
  const customers = [
    { id: 8, name: 'North', linked: true, parent: null, rights: null, demo: false },
    { id: 9, name: 'South', linked: true, parent: null, rights: [10], demo: false },
  ];
  const at = (mine: UserRole, id: number) =>
    (['staging.read', 'jobs.post'] as const).filter((right) => mayDo(roleAt({ role: mine, customers }, id), right));
  expect([2, 8, 9].map((id) => at(role({ rights: [6] }), id))).toEqual([['staging.read'], ['staging.read'], ['jobs.post']]);
  expect(at(role({ authorisesEverything: true }), 9)).toEqual(['jobs.post']);
  expect(at(role({ administrator: true }), 9)).toEqual(['staging.read', 'jobs.post']);
});
