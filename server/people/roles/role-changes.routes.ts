import { no } from '#contract/kit/result.ts';
import { addRole, removeRole, saveRole, saveRoleRights } from '#contract/people/roles.ts';
import { judgeEdit, type RoleState } from '#domain/rights/giving.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { givingRefusal, readPersonStates, roleState } from './person-states.ts';
import { changeRole, heldBy, unknownRights } from './role-change.ts';
import { effectsReply } from './role-effects.ts';
import { fieldOfRefusal, fieldsOf, idsOfRights, mergeRole, type RoleFields, takenName } from './role-fields.ts';
import { holdRoles, type RoleRow, roleSeenBy } from './role-rows.ts';

const ownTransactions = true;
const stepUp = true;

/**
 * Changes of roles. Their transactions see the people of all customers, of deleted ones as well: a restored customer must not bring
 * back rights that were taken meanwhile.
 */
export const roleChangeRoutes: Handler[] = [
  handle(addRole, { audit: 'role.add', ownTransactions, stepUp }, async ({ name, rights, authorisesEverything }, call) =>
    inAllCustomers(call.services, async (tx) => {
      const fields = { name, rights: idsOfRights(rights), authorisesEverything: authorisesEverything ?? false };
      const row = { name, rights: fields.rights, authorises_everything: fields.authorisesEverything };
      const after = roleState({ ...row, id: 0, administrator: false });
      const refusal =
        takenName(await holdRoles(tx), name) ?? unknownRights(fields.rights, []) ?? judgeAlone(call.actor, null, after, 0);
      if (refusal) return refusal;
      const { id } = await tx.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow();
      const receipt = await call.record(tx, { object: ['role', id], changed: changesBetween(undefined, fields) });
      return done(await roleSeenBy(tx, call.actor, id), receipt);
    }),
  ),

  handle(saveRole, { audit: 'role.save', ownTransactions, stepUp }, async ({ id, ...sent }, call) =>
    inRole(call, id, async (held) => {
      const merged = mergeRole(held.before, sent);
      if (merged.kind === 'merged') return save(held, call, merged.fields);
      const role = await roleSeenBy(held.tx, call.actor, id);
      return no({ kind: 'conflict' as const, current: { conflicts: merged.conflicts, role } });
    }),
  ),

  handle(saveRoleRights, { audit: 'role.rights', ownTransactions, stepUp }, async ({ id, rights }, call) =>
    inRole(call, id, async (held) => {
      const ids = idsOfRights(rights.map((rightId) => ({ rightId })));
      return save(held, call, { ...fieldsOf(held.before), rights: ids });
    }),
  ),

  handle(removeRole, { audit: 'role.remove', ownTransactions, stepUp }, async ({ id }, call) =>
    inRole(call, id, async ({ tx, before }) => {
      const people = await readPersonStates(tx, { roleId: id });
      const refusal = judgeAlone(call.actor, roleState(before), null, people.length);
      if (refusal) return people.length > 0 ? heldBy(refusal, people) : refusal;
      const removed = await roleSeenBy(tx, call.actor, id);
      await tx.deleteFrom('role').where('id', '=', id).execute();
      return done(removed, await call.record(tx, { object: ['role', id], facts: { ...fieldsOf(before) } }));
    }),
  ),
];

type ChangeCall = { readonly services: Services; readonly actor: Actor; readonly record: RecordLine };

const inAllCustomers = <T>({ db }: Services, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutScope(db).transaction().execute(work);

type Held = {
  readonly tx: Tx;
  readonly before: RoleRow;
  readonly roles: readonly RoleRow[];
  /** Notes people who may do something else after the change. */
  readonly touch: (userIds: readonly number[]) => void;
};

/** Runs a change of one role, with all roles held. Open sessions take up their new rights once it is committed. */
async function inRole<T>({ services }: ChangeCall, id: number, work: (held: Held) => Promise<T>) {
  const touched: number[] = [];
  const answer = await inAllCustomers(services, async (tx) => {
    const roles = await holdRoles(tx);
    const before = roles.find((role) => role.id === id);
    if (!before) return no({ kind: 'not_found' as const });
    return work({ tx, before, roles, touch: (userIds) => void touched.push(...userIds) });
  });
  services.actors.forgetPeople(touched);
  return answer;
}

/** Judges a role that no one has, or that is deleted. */
function judgeAlone(giver: Actor, before: RoleState | null, after: RoleState | null, holders: number) {
  const othersOf = () => ({ usersWrite: 0, administrators: 0 });
  return givingRefusal(judgeEdit({ giver, people: [], role: { before, after, holders }, othersOf }), fieldOfRefusal);
}

async function save({ tx, before, roles, touch }: Held, { actor, record }: ChangeCall, fields: RoleFields) {
  const refusal = takenName(roles, fields.name, before.id) ?? unknownRights(fields.rights, before.rights);
  if (refusal) return refusal;
  const changed = await changeRole(tx, actor, before, fields);
  if (!changed.ok) return changed;
  const { effects } = changed;
  touch(effects.map(({ person }) => person.userId));
  const receipt = await record(tx, {
    object: ['role', before.id],
    changed: changesBetween(fieldsOf(before), fields),
    facts: { followers: effects.filter(({ follows }) => follows).length },
  });
  const reply = { ...(await roleSeenBy(tx, actor, before.id)), ...effectsReply(effects) };
  return done(reply, receipt);
}
