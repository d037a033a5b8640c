import { sql } from 'kysely';
import type { SubmissionLogin } from '#contract/submissions/logins.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

type Which = { readonly userId: number } | { readonly id: number };

/** The sign-ins of a person to submission targets, by target and username; with `id`, that one alone. Never a password. */
export async function loginsOf(db: Db | Tx, customerId: number, which: Which): Promise<SubmissionLogin[]> {
  const { rows } = await sql<SubmissionLogin>`
    select l.id, l.target_id as "targetId", l.user_id as "userId", l.is_default as "isDefault", l.username, t.name as target,
      l.checked_at as "checkedAt", l.check_words as "checkWords"
    from submission_login l join submission_target t on t.customer_id = l.customer_id and t.id = l.target_id
    where l.customer_id = ${customerId} and ${'id' in which ? sql`l.id = ${which.id}` : sql`l.user_id = ${which.userId}`}
    order by lower(t.name), lower(l.username), l.id`.execute(db);
  return rows;
}

/** Whether a person works at a customer. */
export async function isPersonOf(db: Db | Tx, customerId: number, userId: number): Promise<boolean> {
  const query = db.selectFrom('app_user').select('id').where('customer_id', '=', customerId).where('id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}
