import { expect, test } from 'vitest';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { type GivingRefusal, judgeEdit, type PersonEdit, type PersonState, type RoleState } from './giving.ts';
import { wordsOf } from './giving-words.ts';
import type { Holder } from './may.ts';

const roleOf = (id: number, rights: readonly RightName[], flags: Partial<Holder> = {}): RoleState => ({
  id,
  administrator: false,
  authorisesEverything: false,
  ...flags,
  rights: new Set(rights),
});
const chiefRights: readonly RightName[] = ['users.read', 'users.write', 'staging.read', 'jobs.post', 'map.all'];
const chief = roleOf(1, chiefRights);
const provider = roleOf(2, Object.keys(rightIds) as RightName[], { administrator: true });
const recruiter = roleOf(3, ['staging.read', 'jobs.post']);
const biller = roleOf(4, ['staging.read', 'billing.read']);
const everything = roleOf(5, [], { authorisesEverything: true });

const person = (
  role: RoleState,
  rights: Iterable<RightName> = role.rights,
  state: PersonState['state'] = 'active',
): PersonState => ({
  state,
  role,
  rights: new Set(rights),
});
const byAdministrator: Holder = provider;
const byChief: Holder = chief;

/** The kinds of refusals of one person's edit, with another user administrator and another administrator unless `more` says less. */
function kinds(
  giver: Holder,
  before: PersonState | null,
  after: PersonState | null,
  more: Partial<PersonEdit> & { others?: number } = {},
) {
  const { others = 1, ...fields } = more;
  const edit: PersonEdit = { userId: 7, customerId: 1, ofProvider: false, isGiver: false, before, after, ...fields };
  const refusals = judgeEdit({ giver, people: [edit], othersOf: () => ({ usersWrite: others, administrators: others }) });
  return refusals.map((refusal) => refusal.kind);
}

test('who administers people gives and takes the rights and roles that they have', () => {
  expect(kinds(byChief, null, person(recruiter, recruiter.rights, 'invited'))).toEqual([]);
  expect(kinds(byChief, person(recruiter), person(chief))).toEqual([]);
  expect(kinds(byChief, person(recruiter), person(recruiter, ['map.facility']))).toEqual([]);
});

test('no one gives or takes a right that they do not have; what the person has already stays', () => {
  expect(kinds(byChief, null, person(recruiter, ['billing.read']))).toEqual(['right_not_held']);
  expect(kinds(byChief, person(recruiter, ['billing.read']), person(recruiter, ['staging.read']))).toEqual(['right_not_taken']);
  expect(kinds(byChief, person(recruiter, ['billing.read']), person(recruiter, ['billing.read', 'jobs.post']))).toEqual([]);
  // A part of the master right that the person has is nothing new to them.
  expect(kinds(recruiter, person(recruiter, ['map.all']), person(recruiter, ['map.all', 'map.shift']))).toEqual([]);
});

test('no one gives a role that allows more than they may; a person keeps the one they have', () => {
  expect(kinds(byChief, person(recruiter), person(biller, ['staging.read', 'jobs.post']))).toEqual(['role_not_held']);
  expect(kinds(byChief, person(biller), person(biller, ['staging.read', 'billing.read', 'jobs.post']))).toEqual([]);
});

test('to enable a disabled person gives everything that they had', () => {
  const left = person(biller, biller.rights, 'disabled');
  expect(kinds(byChief, left, person(biller))).toEqual(['right_not_held', 'role_not_held']);
  expect(kinds(byAdministrator, left, person(biller))).toEqual([]);
  // While they are disabled, their rights are judged like everyone's.
  expect(kinds(byChief, person(recruiter, [], 'disabled'), person(recruiter, ['billing.read'], 'disabled'))).toEqual([
    'right_not_held',
  ]);
});

test('a leaver is locked out by anyone who administers people, also with more rights, but not a person with a provider role', () => {
  expect(kinds(byChief, person(biller), person(biller, biller.rights, 'disabled'))).toEqual([]);
  expect(kinds(byChief, person(biller), null)).toEqual([]);
  expect(kinds(byChief, person(everything), null)).toEqual(['provider_role']);
  expect(kinds(byChief, person(provider), person(provider, provider.rights, 'disabled'), { ofProvider: true })).toEqual([
    'provider_role',
  ]);
});

test('provider roles come from and go by administrators of the provider, and only to people of the provider', () => {
  const { authorisesEverything } = everything;
  const holdsAll: Holder = { ...chief, authorisesEverything };
  for (const giver of [byChief, holdsAll]) {
    expect(kinds(giver, person(recruiter), person(everything, []))).toContain('provider_role');
    expect(kinds(giver, person(everything, []), person(recruiter, []))).toContain('provider_role');
    expect(kinds(giver, person(recruiter, []), person(recruiter, ['admin.system']))).toEqual(['provider_right']);
    expect(kinds(giver, person(recruiter, ['admin.customers']), person(recruiter, []))).toEqual(['provider_right']);
  }
  expect(kinds(byAdministrator, person(recruiter), person(everything, []))).toEqual([]);
  expect(kinds(byAdministrator, person(recruiter), person(provider))).toEqual(['not_of_provider']);
  expect(kinds(byAdministrator, person(recruiter), person(provider), { ofProvider: true })).toEqual([]);
});

test('who may do less does not change how a person signs in, as they could then sign in as them', () => {
  const changesSignIn = true;
  expect(kinds(byChief, person(biller), person(biller), { changesSignIn })).toEqual(['stronger_person']);
  expect(kinds(byChief, person(recruiter), person(recruiter), { changesSignIn })).toEqual([]);
  expect(kinds(byChief, person(everything), person(everything), { changesSignIn })).toEqual(['stronger_person']);
  expect(kinds(biller, person(chief), person(chief), { changesSignIn, isGiver: true })).toEqual([]);
});

test('no one takes their own access, right to change users or administrator’s role', () => {
  const own = { isGiver: true };
  expect(kinds(byChief, person(chief), null, own)).toEqual(['own_access']);
  expect(kinds(byChief, person(chief), person(chief, chiefRights, 'disabled'), own)).toEqual(['own_access']);
  expect(kinds(byChief, person(chief), person(chief, ['users.read', 'staging.read', 'jobs.post', 'map.all']), own)).toEqual([
    'own_users_write',
  ]);
  expect(kinds(byAdministrator, person(provider), person(chief), { ...own, ofProvider: true })).toEqual(['own_administrator']);
  expect(kinds(byChief, person(chief), person(chief, ['users.write']), own)).toEqual([]);
});

test('a customer keeps an active person who may change users, the provider an administrator', () => {
  const last = { others: 0 };
  expect(kinds(byAdministrator, person(chief), person(recruiter), last)).toEqual(['last_user_administrator']);
  expect(kinds(byAdministrator, person(chief), person(chief, chiefRights, 'invited'), last)).toEqual(['last_user_administrator']);
  expect(kinds(byAdministrator, person(chief), null, last)).toEqual(['last_user_administrator']);
  expect(kinds(byAdministrator, person(provider), null, { ...last, ofProvider: true })).toEqual([
    'last_user_administrator',
    'last_administrator',
  ]);
  expect(kinds(byAdministrator, person(recruiter), null, last)).toEqual([]);
  expect(kinds(byAdministrator, person(chief), null)).toEqual([]);
});

test('people of one edit count together: two who swap leave one, two who both lose leave none', () => {
  const edit = (userId: number, before: PersonState, after: PersonState): PersonEdit => ({
    userId,
    customerId: 1,
    ofProvider: false,
    isGiver: false,
    before,
    after,
  });
  const none = { giver: byAdministrator, othersOf: () => ({ usersWrite: 0, administrators: 0 }) };
  const swap = [edit(1, person(chief), person(recruiter)), edit(2, person(recruiter), person(chief))];
  expect(judgeEdit({ ...none, people: swap })).toEqual([]);
  const both = [edit(1, person(chief), person(recruiter)), edit(2, person(chief), person(recruiter))];
  expect(judgeEdit({ ...none, people: both })).toEqual([{ kind: 'last_user_administrator', customerId: 1 }]);
});

test('a role is changed by administrators of the provider, and stays while people have it', () => {
  const judge = (giver: Holder, after: RoleState | null, holders: number) =>
    judgeEdit({
      giver,
      people: [],
      role: { before: recruiter, after, holders },
      othersOf: () => ({ usersWrite: 1, administrators: 1 }),
    });
  expect(judge(byChief, roleOf(3, ['staging.read']), 0)).toEqual([{ kind: 'role_of_provider' }]);
  expect(judge(byAdministrator, null, 2)).toEqual([{ kind: 'role_assigned', roleId: 3, holders: 2 }]);
  expect(judge(byAdministrator, null, 0)).toEqual([]);
});

test('each refusal has a sentence that names the rights as people read them', () => {
  const refusal: GivingRefusal = { kind: 'right_not_held', userId: 1, rights: ['billing.read'] };
  expect(wordsOf(refusal)).toEqual(['rights', 'You can’t give a right that you don’t have: “See billing”. Leave it out.']);
});
