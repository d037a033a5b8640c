import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { type Holder, may } from './may.ts';

/** A role as far as its holders' rights depend on it. A person has its flags at once; its rights are what a person starts with. */
export type RoleState = Holder & { readonly id: number };

/** A person before or after an edit. An invited person has not signed in yet, and does not count as one who administers people. */
export type PersonState = {
  readonly state: 'active' | 'invited' | 'disabled';
  readonly role: RoleState;
  /** The person's own rights, not the role's. */
  readonly rights: ReadonlySet<RightName>;
};

/** One person of an edit. `before` is null for a new person, `after` for a deleted one. */
export type PersonEdit = {
  readonly userId: number;
  readonly customerId: number;
  /** Whether the person belongs to the provider. */
  readonly ofProvider: boolean;
  /** Whether the person is the giver, or whom the giver works as. */
  readonly isGiver: boolean;
  readonly before: PersonState | null;
  readonly after: PersonState | null;
  /** Whether the edit changes how the person signs in: email address, password or second factor. */
  readonly changesSignIn?: boolean;
};

/** One role of an edit. `before` is null for a new role, `after` for a deleted one. */
type RoleEdit = { readonly before: RoleState | null; readonly after: RoleState | null; readonly holders: number };

/** Active people who are not in the edit: they keep what they have. */
export type Others = { readonly usersWrite: number; readonly administrators: number };

/** Everything that one save changes: people, a role, or a role with the people whose rights follow it. */
export type RightsEdit = {
  readonly giver: Holder;
  readonly people: readonly PersonEdit[];
  readonly role?: RoleEdit;
  /** How many others of a customer have `users.write`, and how many are administrators. */
  readonly othersOf: (customerId: number) => Others;
};

/** Why an edit is refused. `giving-words.ts` has a sentence for each. */
export type GivingRefusal =
  /** Gives or takes rights that the giver does not have. */
  | { readonly kind: 'right_not_held' | 'right_not_taken'; readonly userId: number; readonly rights: readonly RightName[] }
  /** Gives or takes right 28 or 29 without being an administrator of the provider. */
  | { readonly kind: 'provider_right'; readonly userId: number; readonly rights: readonly RightName[] }
  /** Gives a role that allows more than the giver may do. */
  | { readonly kind: 'role_not_held'; readonly userId: number; readonly roleId: number }
  /** Changes a person who has, or gets, a role of administrators or one that authorizes everything. */
  | { readonly kind: 'provider_role'; readonly userId: number; readonly roleId: number }
  /** Makes someone who does not belong to the provider its administrator. */
  | { readonly kind: 'not_of_provider'; readonly userId: number; readonly roleId: number }
  /** Changes how someone signs in who may do more than the giver: the giver could then sign in as them. */
  | { readonly kind: 'stronger_person'; readonly userId: number; readonly rights: readonly RightName[] }
  /** Takes from the giver: their sign-in, `users.write`, the role of administrators. */
  | { readonly kind: 'own_access' | 'own_users_write' | 'own_administrator'; readonly userId: number }
  /** Leaves a customer without an active person who may administer people, or the provider without an administrator. */
  | { readonly kind: 'last_user_administrator' | 'last_administrator'; readonly customerId: number }
  /** Changes a role without being an administrator of the provider. */
  | { readonly kind: 'role_of_provider' }
  /** Deletes a role that people have. */
  | { readonly kind: 'role_assigned'; readonly roleId: number; readonly holders: number };

/** What a person may do now: the flags of their role and their own rights. */
export const holderOfPerson = ({ role, rights }: PersonState): Holder => ({
  administrator: role.administrator,
  authorisesEverything: role.authorisesEverything,
  rights,
});

/**
 * Whether a person may give someone a role. No one gives more than they hold: an administrator of the provider gives every role,
 * others only roles whose rights they all have. Roles of administrators and those that authorize everything come from
 * administrators only. The source of `giver` and `role` is the database, never a request.
 */
export function mayGiveRole(giver: Holder, role: Holder): boolean {
  if (giver.administrator) return true;
  if (role.administrator || role.authorisesEverything) return false;
  return [...role.rights].every((right) => may(giver, right));
}

/**
 * Judges a whole edit of people's roles, rights and access, or of a role: why it is refused, or an empty list. Every call that
 * changes any of these asks this function, and nothing else decides it. The rules:
 *
 * - No one gives a right or role that they do not hold. What the person has already may stay. A disabled person has nothing, so
 *   that enabling them gives everything again. No one takes single rights that they could not give back.
 * - Anyone who administers people may disable or delete a person with more rights (a leaver must be locked out), but not a person
 *   with a role of the provider, and may not change how a person with more rights signs in.
 * - Roles are edited by administrators of the provider. So are people with their role or one that authorizes everything, and rights
 *   28 and 29.
 * - No one takes their own access, `users.write` or administrator's role. A customer keeps one active person with `users.write`,
 *   the provider one active administrator.
 *
 * Before and after come from the database and from the request applied to it, in a transaction that holds the customer's row, so
 * that two edits at once cannot each leave the other's person as the last one.
 */
export function judgeEdit(edit: RightsEdit): GivingRefusal[] {
  return [
    ...judgeRole(edit),
    ...edit.people.flatMap((person) => [...judgeRights(edit.giver, person), ...judgeRoleOf(edit.giver, person)]),
    ...edit.people.flatMap((person) => [...judgeSignIn(edit.giver, person), ...judgeOwn(person)]),
    ...judgeLast(edit),
  ];
}

function judgeRole({ giver, role }: RightsEdit): GivingRefusal[] {
  if (!role) return [];
  const refusals: GivingRefusal[] = [];
  if (!giver.administrator) refusals.push({ kind: 'role_of_provider' });
  if (role.before && !role.after && role.holders > 0) {
    refusals.push({ kind: 'role_assigned', roleId: role.before.id, holders: role.holders });
  }
  return refusals;
}

const noRights: ReadonlySet<RightName> = new Set();
const providerRights: ReadonlySet<RightName> = new Set<RightName>(['admin.customers', 'admin.system']);

/** What the person has before the edit, as far as it counts: a disabled person who is enabled has nothing. */
const keptOf = ({ before, after }: PersonEdit): PersonState | null =>
  before?.state === 'disabled' && after && after.state !== 'disabled' ? null : before;

function judgeRights(giver: Holder, person: PersonEdit): GivingRefusal[] {
  // A person who is deleted or disabled loses everything; only single rights are given and taken here.
  if (giver.administrator || !person.after) return [];
  const { userId } = person;
  const after = person.after.rights;
  const before = keptOf(person)?.rights ?? noRights;
  const held: Holder = { administrator: false, authorisesEverything: false, rights: before };
  const given = [...after].filter((right) => !before.has(right) && !may(held, right));
  const taken = [...before].filter((right) => !after.has(right));
  const fromProvider = [...given, ...taken].filter((right) => providerRights.has(right));
  const beyond = (rights: RightName[]) => rights.filter((right) => !providerRights.has(right) && !may(giver, right));
  const refusals: GivingRefusal[] = [
    { kind: 'right_not_held', userId, rights: beyond(given) },
    { kind: 'right_not_taken', userId, rights: beyond(taken) },
    { kind: 'provider_right', userId, rights: fromProvider },
  ];
  return refusals.filter((refusal) => !('rights' in refusal) || refusal.rights.length > 0);
}

const isOfProvider = (role: RoleState | undefined) => role !== undefined && (role.administrator || role.authorisesEverything);

/** Whether two states of a person have the same role with the same flags. */
const hasSameRole = (a: PersonState | null, b: PersonState | null) =>
  a?.role.id === b?.role.id &&
  a?.role.administrator === b?.role.administrator &&
  a?.role.authorisesEverything === b?.role.authorisesEverything;

function judgeRoleOf(giver: Holder, person: PersonEdit): GivingRefusal[] {
  const { userId, after } = person;
  const before = keptOf(person);
  const isSame = hasSameRole(before, after);
  const refusals: GivingRefusal[] = [];
  if (after?.role.administrator && !person.ofProvider && !isSame) {
    refusals.push({ kind: 'not_of_provider', userId, roleId: after.role.id });
  }
  if (giver.administrator) return refusals;
  const isLockedOut = person.before?.state !== 'disabled' && (!after || after.state === 'disabled');
  if (!isSame || isLockedOut || !after) {
    const flagged = [person.before?.role, after?.role].find(isOfProvider);
    if (flagged) refusals.push({ kind: 'provider_role', userId, roleId: flagged.id });
  }
  if (after && !isSame && !isOfProvider(after.role) && !mayGiveRole(giver, after.role)) {
    refusals.push({ kind: 'role_not_held', userId, roleId: after.role.id });
  }
  return refusals;
}

const everyRight = Object.keys(rightIds) as RightName[];

function judgeSignIn(giver: Holder, { userId, isGiver, before, changesSignIn }: PersonEdit): GivingRefusal[] {
  if (!before || !changesSignIn || isGiver || giver.administrator) return [];
  const subject = holderOfPerson(before);
  const rights = everyRight.filter((right) => may(subject, right) && !may(giver, right));
  return rights.length > 0 || isOfProvider(before.role) ? [{ kind: 'stronger_person', userId, rights }] : [];
}

const isActive = (person: PersonState | null): person is PersonState => person?.state === 'active';
const isUserAdministrator = (person: PersonState | null) => isActive(person) && may(holderOfPerson(person), 'users.write');
const isAdministrator = (person: PersonState | null) => isActive(person) && person.role.administrator;

function judgeOwn({ userId, isGiver, before, after }: PersonEdit): GivingRefusal[] {
  if (!isGiver || !isActive(before)) return [];
  if (!isActive(after)) return [{ kind: 'own_access', userId }];
  const refusals: GivingRefusal[] = [];
  if (isUserAdministrator(before) && !isUserAdministrator(after)) refusals.push({ kind: 'own_users_write', userId });
  if (isAdministrator(before) && !isAdministrator(after)) refusals.push({ kind: 'own_administrator', userId });
  return refusals;
}

function judgeLast({ people, othersOf }: RightsEdit): GivingRefusal[] {
  return [...new Set(people.map((person) => person.customerId))].flatMap((customerId): GivingRefusal[] => {
    const ofCustomer = people.filter((person) => person.customerId === customerId);
    const others = othersOf(customerId);
    const losesLast = (counts: (person: PersonState | null) => boolean, remaining: number) =>
      remaining === 0 && ofCustomer.some(({ before }) => counts(before)) && !ofCustomer.some(({ after }) => counts(after));
    const refusals: GivingRefusal[] = [];
    if (losesLast(isUserAdministrator, others.usersWrite)) refusals.push({ kind: 'last_user_administrator', customerId });
    if (losesLast(isAdministrator, others.administrators)) refusals.push({ kind: 'last_administrator', customerId });
    return refusals;
  });
}
