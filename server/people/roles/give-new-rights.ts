import { sql } from 'kysely';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { newRights } from '#domain/rights/new-rights.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

type Given = { readonly right: RightName; readonly roles: readonly number[] };

/**
 * Gives each right of `list` that this database did not give yet, with an audit line at the provider. Several processes may start
 * at once: the row of `given_right` decides which of them gives a right. Returns the names given. Source of the roles: `list`.
 */
export async function giveNewRights(db: Db, list: readonly Given[] = newRights): Promise<RightName[]> {
  const given: RightName[] = [];
  for (const one of list) {
    if (await db.transaction().execute((tx) => giveOnce(tx, one))) given.push(one.right);
  }
  return given;
}

async function giveOnce(tx: Tx, { right, roles }: Given): Promise<boolean> {
  const id = rightIds[right];
  const provider = await tx.selectFrom('customer').select('id').where('provider', '=', true).orderBy('id').executeTakeFirst();
  // An empty installation has no roles yet; they come with all rights.
  if (!provider) return false;
  const isNew = await tx
    .insertInto('given_right')
    .values({ right_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('right_id')
    .executeTakeFirst();
  if (!isNew) return false;
  // People first: afterwards their rights no longer equal those of the role.
  await sql`
    update app_user u set rights = u.rights || ${id}::integer from role r
    where r.id = u.role_id and (r.id = any(${roles}::integer[]) or r.administrator) and not ${id} = any(r.rights)
      and not ${id} = any(u.rights) and u.rights @> r.rights and u.rights <@ r.rights`.execute(tx);
  await sql`
    update role set rights = rights || ${id}::integer, version = version + 1
    where (id = any(${roles}::integer[]) or administrator) and not ${id} = any(rights)`.execute(tx);
  await writeAudit(tx, {
    customerId: provider.id,
    actorId: null,
    userId: null,
    name: 'right.given',
    object: ['right', id],
    facts: { right, roles },
  });
  return true;
}
