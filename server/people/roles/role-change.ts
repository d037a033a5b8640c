import { sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { judgeEdit, type RoleState } from '#domain/rights/giving.ts';
import { roleEffects } from '#domain/rights/role-effect.ts';
import { changesBetween, writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { givingRefusal, type JudgedPerson, readOthers, readPersonStates, roleState } from './person-states.ts';
import type { Effect } from './role-effects.ts';
import { fieldOfRefusal, type RoleFields } from './role-fields.ts';
import type { RoleRow } from './role-rows.ts';

const knownIds: ReadonlySet<number> = new Set(Object.values(rightIds));

/** Refuses ids that are no right, except those that the role has already: a newer version may have given them. */
export function unknownRights(ids: readonly number[], had: readonly number[]) {
  const unknown = ids.filter((id) => !knownIds.has(id) && !had.includes(id));
  if (unknown.length === 0) return null;
  const words = `Choose rights of the list. There is no right ${unknown.slice(0, 5).join(', ')}.`;
  return no({ kind: 'invalid' as const, fields: { rights: words } });
}

type Refused = NonNullable<ReturnType<typeof givingRefusal>>;

/** The refusal to delete a role, with the first people who have it. */
export function heldBy({ error }: Refused, people: readonly JudgedPerson[]): Refused {
  const named = people.slice(0, 5).map(({ name, customer }) => `${name} (${customer})`);
  const more = people.length - named.length;
  const holders = `Give another role to ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} first.`;
  return no({ ...error, fields: { ...error.fields, holders } });
}

/**
 * Changes a role and the rights of the people who follow it, with an audit line for each of them at their customer. All customers
 * and roles must be held (`holdRoles`). Returns why it is refused, or what it did to everyone who has the role.
 */
export async function changeRole(tx: Tx, actor: Actor, before: RoleRow, { name, rights, authorisesEverything }: RoleFields) {
  const people = await readPersonStates(tx, { roleId: before.id });
  const after = roleState({ ...before, rights, authorises_everything: authorisesEverything });
  const effects = roleEffects(people, before.rights, after);
  const refusal = await judged(tx, actor, roleState(before), after, effects);
  if (refusal) return refusal;
  await tx
    .updateTable('role')
    .set({ name, rights: [...rights], authorises_everything: authorisesEverything, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute();
  await follow(tx, actor, before.id, effects, rights);
  return { ok: true as const, effects };
}

/** What `judgeEdit` says. People who may do the same as before are left out, so they count among the others. */
async function judged(tx: Tx, actor: Actor, before: RoleState, after: RoleState, effects: readonly Effect[]) {
  const changed = effects.filter(({ gains, loses }) => gains.length + loses.length > 0);
  const customers = new Map(changed.map(({ person }) => [person.customerId, person.customer]));
  const edited = changed.map(({ person }) => person.userId);
  const refusals = judgeEdit({
    giver: actor,
    role: { before, after, holders: effects.length },
    people: changed.map(({ person, after: state }) => ({
      userId: person.userId,
      customerId: person.customerId,
      ofProvider: person.ofProvider,
      isGiver: person.userId === actor.userId || person.userId === actor.actorId,
      before: person.state,
      after: state,
    })),
    othersOf: await readOthers(tx, [...customers.keys()], edited),
  });
  return givingRefusal(refusals, fieldOfRefusal, customers);
}

async function follow(
  tx: Tx,
  actor: Actor,
  roleId: number,
  effects: readonly Effect[],
  rights: readonly number[],
): Promise<void> {
  const followers = effects
    .filter(({ follows, person }) => follows && !isSameSet(person.rights, rights))
    .map(({ person }) => person);
  const ids = followers.map(({ userId }) => userId);
  await sql`update app_user set rights = ${[...rights]}::integer[] where id = any(${ids}::integer[])`.execute(tx);
  for (const person of followers) {
    await writeAudit(tx, {
      customerId: person.customerId,
      actorId: actor.actorId,
      userId: actor.userId,
      name: 'user.follow_role',
      object: ['user', person.userId],
      changed: changesBetween({ rights: person.rights }, { rights }),
      facts: { roleId },
    });
  }
}

const isSameSet = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id) => b.includes(id));
