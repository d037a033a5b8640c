import fc from 'fast-check';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { GivingRefusal, PersonEdit, PersonState, RightsEdit, RoleState } from '#domain/rights/giving.ts';
import { roleEffects } from '#domain/rights/role-effect.ts';

/** A judge of edits: `judgeEdit`, or one with a planted bug. */
export type Judge = (edit: RightsEdit) => readonly GivingRefusal[];

/** Few rights, so that random edits meet: two of plain work, the master right with a part of it, one of the provider. */
const rights = [
  'users.write',
  'jobs.post',
  'billing.read',
  'map.all',
  'map.shift',
  'admin.system',
] as const satisfies readonly RightName[];
const provider = 1;
const customers = [provider, 2, 3];

type Person = { userId: number; customerId: number; roleId: number; rights: ReadonlySet<RightName>; state: PersonState['state'] };
/** What an edit can do to a person, with numbers that pick from what exists at that time. */
export type Step = {
  readonly by: number;
  readonly kind: 'rights' | 'role' | 'reset' | 'state' | 'add' | 'remove' | 'signIn' | 'editRole' | 'addRole' | 'removeRole';
  readonly pick: number;
  readonly role: number;
  readonly rights: readonly RightName[];
  readonly state: PersonState['state'];
  readonly everything: boolean;
};

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record<Step>({
    by: fc.nat(99),
    kind: fc.constantFrom(
      'rights',
      'role',
      'reset',
      'reset',
      'state',
      'add',
      'remove',
      'signIn',
      'editRole',
      'addRole',
      'removeRole',
    ),
    pick: fc.nat(99),
    role: fc.nat(99),
    rights: fc.subarray([...rights]),
    state: fc.constantFrom('active', 'active', 'invited', 'disabled'),
    everything: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** What a fault of the judge let happen, in a sentence. */
export class Broken extends Error {}

/** A provider and two customers with roles and people, changed by random people as far as a judge allows it. */
export class RightsWorld {
  readonly roles = new Map<number, RoleState>();
  readonly people = new Map<number, Person>();
  accepted = 0;
  private readonly judge: Judge;
  private nextId = 100;

  constructor(judge: Judge) {
    this.judge = judge;
    const role = (id: number, given: readonly RightName[], flags: Partial<RoleState> = {}) =>
      this.roles.set(id, { id, administrator: false, authorisesEverything: false, rights: new Set(given), ...flags });
    role(1, ['users.write', 'jobs.post', 'map.all']);
    role(2, rights, { administrator: true });
    role(3, ['jobs.post']);
    role(4, ['billing.read']);
    role(5, [], { authorisesEverything: true });
    for (const [customerId, roleId] of [
      [1, 2],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 1],
      [2, 3],
      [2, 4],
      [3, 1],
      [3, 5],
      [3, 3],
    ] as const) {
      this.put({ userId: this.nextId++, customerId, roleId, rights: this.roleOf(roleId).rights, state: 'active' });
    }
    this.put({ userId: this.nextId++, customerId: 2, roleId: 4, rights: this.roleOf(4).rights, state: 'disabled' });
    this.put({ userId: this.nextId++, customerId: 3, roleId: 5, rights: new Set(), state: 'disabled' });
  }

  private put(person: Person): void {
    this.people.set(person.userId, person);
  }

  private roleOf(id: number): RoleState {
    const role = this.roles.get(id);
    if (!role) throw new Broken(`role ${id} is gone, but people have it`);
    return role;
  }

  private stateOf = (person: Person): PersonState => ({
    state: person.state,
    role: this.roleOf(person.roleId),
    rights: person.rights,
  });

  /** What a person may do, written down a second time: the judge must not be its own witness. Disabled people may nothing. */
  private allowed(person: Person | undefined, roles: ReadonlyMap<number, RoleState> = this.roles): ReadonlySet<string> {
    if (!person || person.state === 'disabled') return new Set();
    const role = roles.get(person.roleId);
    if (!role) throw new Broken('a role is gone, but people have it');
    if (role.administrator) return new Set([...rights, 'administrator', 'everything']);
    const own = role.authorisesEverything ? rights : rights.filter((right) => person.rights.has(right));
    const all: string[] = own.filter((right) => right !== 'admin.system');
    if (all.includes('map.all')) all.push('map.shift');
    return new Set(role.authorisesEverything ? [...all, 'everything'] : all);
  }

  /** Carries out a step if the judge allows it, and checks what must be true afterwards. */
  step(step: Step): void {
    const actors = [...this.people.values()].filter(({ state }) => state === 'active');
    const actor = actors[step.by % actors.length];
    if (!actor) throw new Broken('no one is left who can sign in');
    const mayDo = this.allowed(actor);
    const isOfRoles = step.kind === 'editRole' || step.kind === 'addRole' || step.kind === 'removeRole';
    // The call of people needs `users.write`. Whether someone may change a role is for the judge alone to say.
    if (!isOfRoles && !mayDo.has('users.write')) return;
    const before = new Map(this.people);
    const rolesBefore = new Map(this.roles);
    const changesSignIn = isOfRoles ? this.changeRole(step, actor) : this.changePerson(step, actor);
    this.check(actor, mayDo, before, rolesBefore, changesSignIn);
  }

  private othersOf = (edited: readonly number[]) => (customerId: number) => {
    const others = [...this.people.values()].filter(
      (each) => each.customerId === customerId && each.state === 'active' && !edited.includes(each.userId),
    );
    return {
      usersWrite: others.filter((each) => this.allowed(each).has('users.write')).length,
      administrators: others.filter((each) => this.allowed(each).has('administrator')).length,
    };
  };

  private giver = (actor: Person) => {
    const { role, rights: own } = this.stateOf(actor);
    return { administrator: role.administrator, authorisesEverything: role.authorisesEverything, rights: own };
  };

  /** Returns the person whose sign-in was changed. */
  private changePerson(step: Step, actor: Person): Person | undefined {
    const [scope] = [
      [...this.people.values()].filter(
        (each) => this.allowed(actor).has('administrator') || each.customerId === actor.customerId,
      ),
    ];
    const subject = scope[step.pick % scope.length];
    const roleId = [...this.roles.keys()][step.role % this.roles.size] ?? 1;
    const now = step.kind === 'add' ? undefined : subject;
    const next = this.nextOf(step, now, roleId, actor);
    const edit: PersonEdit = {
      userId: now?.userId ?? 0,
      customerId: now?.customerId ?? actor.customerId,
      ofProvider: (now?.customerId ?? actor.customerId) === provider,
      isGiver: now?.userId === actor.userId,
      before: now ? this.stateOf(now) : null,
      after: next ? this.stateOf(next) : null,
      changesSignIn: step.kind === 'signIn',
    };
    const refusals = this.judge({ giver: this.giver(actor), people: [edit], othersOf: this.othersOf([edit.userId]) });
    if (refusals.length > 0) return undefined;
    this.accepted++;
    if (now && !next) this.people.delete(now.userId);
    if (next) this.put(next);
    return step.kind === 'signIn' ? now : undefined;
  }

  private nextOf(step: Step, now: Person | undefined, roleId: number, actor: Person): Person | null {
    const given = new Set<RightName>(step.rights);
    if (!now) return { userId: this.nextId++, customerId: actor.customerId, roleId, rights: given, state: 'invited' };
    if (step.kind === 'remove') return null;
    if (step.kind === 'rights') return { ...now, rights: given };
    if (step.kind === 'role') return { ...now, roleId };
    if (step.kind === 'reset') return { ...now, roleId, rights: this.roleOf(roleId).rights };
    return step.kind === 'state' ? { ...now, state: step.state } : now;
  }

  private changeRole(step: Step, actor: Person): undefined {
    const before =
      step.kind === 'addRole' ? null : (this.roles.get([...this.roles.keys()][step.role % this.roles.size] ?? 1) ?? null);
    const id = before?.id ?? this.nextId++;
    const flags = { administrator: before?.administrator ?? false, authorisesEverything: step.everything };
    const after = step.kind === 'removeRole' ? null : { id, ...flags, rights: new Set<RightName>(step.rights) };
    const ids = (set: ReadonlySet<RightName>) => [...set].map((right) => rightIds[right]);
    const holders = [...this.people.values()].filter((person) => person.roleId === before?.id);
    const judged = holders.map((person) => ({ person, state: this.stateOf(person), rights: ids(person.rights) }));
    const effects = before && after ? roleEffects(judged, ids(before.rights), after) : [];
    const people = effects.map(({ person: { person }, after: state }): PersonEdit => {
      const { userId, customerId } = person;
      return {
        userId,
        customerId,
        ofProvider: customerId === provider,
        isGiver: person === actor,
        before: this.stateOf(person),
        after: state,
      };
    });
    const role = { before, after, holders: holders.length };
    const edited = holders.map(({ userId }) => userId);
    const giver = this.giver(actor);
    if (this.judge({ giver, people, role, othersOf: this.othersOf(edited) }).length > 0) return;
    this.accepted++;
    if (after) this.roles.set(id, after);
    else this.roles.delete(id);
    for (const { person, after: state } of effects) this.put({ ...person.person, rights: state.rights });
  }

  private check(
    actor: Person,
    mayDo: ReadonlySet<string>,
    before: ReadonlyMap<number, Person>,
    roles: ReadonlyMap<number, RoleState>,
    seized?: Person,
  ) {
    const was = (person: Person | undefined) => this.allowed(person, roles);
    for (const person of this.people.values()) {
      const earlier = before.get(person.userId);
      const had = was(earlier);
      for (const right of this.allowed(person))
        if (!had.has(right) && !mayDo.has(right)) throw new Broken(`${right} came from no one`);
      this.checkStored(person, earlier, mayDo);
      if (this.allowed(person).has('administrator') && person.customerId !== provider)
        throw new Broken('an administrator of a customer');
    }
    for (const [id, earlier] of before) this.checkTaken(earlier, this.people.get(id), mayDo, was(earlier));
    if (!mayDo.has('administrator') && !sameRoles(roles, this.roles)) throw new Broken('someone else changed a role');
    if (seized && seized.userId !== actor.userId) {
      for (const right of was(seized)) if (!mayDo.has(right)) throw new Broken(`${right} was seized with a sign-in`);
    }
    this.checkOwn(actor, mayDo);
    for (const customer of customers) this.checkCustomer(customer);
  }

  /** Rights that a person has stored, whether they work or not, and the role. */
  private checkStored(person: Person, earlier: Person | undefined, mayDo: ReadonlySet<string>): void {
    const isRoleNew = person.roleId !== earlier?.roleId;
    if (mayDo.has('administrator')) return;
    for (const right of person.rights) {
      const had = earlier?.rights.has(right) || (right === 'map.shift' && earlier?.rights.has('map.all'));
      if (!had && !mayDo.has(right)) throw new Broken(`${right} was stored by someone without it`);
    }
    if (!isRoleNew) return;
    for (const right of this.roleOf(person.roleId).rights) if (!mayDo.has(right)) throw new Broken('a role came from no one');
  }

  private checkTaken(earlier: Person, person: Person | undefined, mayDo: ReadonlySet<string>, had: ReadonlySet<string>): void {
    if (mayDo.has('administrator')) return;
    const isFlagged = had.has('administrator') || had.has('everything');
    const now = this.allowed(person);
    if (isFlagged && !(now.has('administrator') || now.has('everything')))
      throw new Broken('a provider role was taken by someone else');
    if (!person) return;
    for (const right of earlier.rights)
      if (!person.rights.has(right) && !mayDo.has(right)) throw new Broken(`${right} was taken by someone without it`);
  }

  private checkOwn(actor: Person, mayDo: ReadonlySet<string>): void {
    const now = this.people.get(actor.userId);
    if (now?.state !== 'active') throw new Broken('someone locked themselves out');
    for (const right of ['users.write', 'administrator'])
      if (mayDo.has(right) && !this.allowed(now).has(right)) throw new Broken(`someone took their own ${right}`);
  }

  private checkCustomer(customer: number): void {
    const { usersWrite, administrators } = this.othersOf([])(customer);
    if (usersWrite === 0) throw new Broken(`customer ${customer} has no one who may change users`);
    if (customer === provider && administrators === 0) throw new Broken('the provider has no administrator');
  }
}

const sameRoles = (a: ReadonlyMap<number, RoleState>, b: ReadonlyMap<number, RoleState>) =>
  a.size === b.size && [...a].every(([id, role]) => b.get(id) === role);
