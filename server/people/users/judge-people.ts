import { judgeEdit, type PersonState, type RoleState } from '#domain/rights/giving.ts';
import type { AboutField } from '#domain/rights/giving-words.ts';
import type { Holder } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rightsOf } from '#server/kit/http/actors.ts';
import { givingRefusal, holdCustomers, readOthers, readPersonStates, roleState } from '../roles/person-states.ts';

/** An edit of one person, 0 for a new one. `after` is null for somebody who is removed. */
type Edit = {
  readonly userId: number;
  readonly after: { readonly roleId: number; readonly rights: readonly number[]; readonly state: PersonState['state'] } | null;
  readonly changesSignIn?: boolean;
};
type Giver = Holder & { readonly userId: number; readonly actorId: number };

/**
 * Asks the one function that judges edits of people (`judgeEdit`), with what the database says of them: the refusal for the fields of
 * the call, or null. Holds the customer, so that call it before other rows are locked. The roles must exist.
 */
export async function judgePeople(
  tx: Tx,
  giver: Giver,
  customerId: number,
  edits: readonly Edit[],
  fieldOf: Readonly<Record<AboutField, string>>,
) {
  await holdCustomers(tx, [customerId]);
  const users = edits.map(({ userId }) => userId);
  const known = (await readPersonStates(tx, { users })).filter((person) => person.customerId === customerId);
  const before = new Map(known.map((person) => [person.userId, person]));
  const roles = new Map<number, RoleState>();
  for (const row of await tx.selectFrom('role').selectAll().execute()) roles.set(row.id, roleState(row));
  const { provider } = await tx.selectFrom('customer').select('provider').where('id', '=', customerId).executeTakeFirstOrThrow();
  const people = edits.map(({ userId, after, changesSignIn = false }) => {
    const role = after && roles.get(after.roleId);
    if (after && !role) throw new Error(`there is no role ${after.roleId}`);
    return {
      userId,
      customerId,
      ofProvider: provider,
      isGiver: userId === giver.userId || userId === giver.actorId,
      before: before.get(userId)?.state ?? null,
      after: after && role ? { state: after.state, role, rights: rightsOf(after.rights) } : null,
      changesSignIn,
    };
  });
  const othersOf = await readOthers(tx, [customerId], users);
  return givingRefusal(judgeEdit({ giver, people, othersOf }), fieldOf);
}
