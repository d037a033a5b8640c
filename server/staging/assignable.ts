import { sql } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Rejection, Sent } from '../commands/decide.ts';
import type { CommandEffects } from '../commands/effects.ts';
import type { Db, Tx } from '../kit/db/connection.ts';

/** Whether jobs can be assigned to a person: `u` is the person, `r` the role. */
export const mayBeAssigned = sql<boolean>`(u.deleted_at is null and u.disabled_at is null
  and (r.administrator or r.authorises_everything or ${rightIds['staging.read']} = any(u.rights)))`;

/** The people of a customer whom jobs can be assigned to: id and name of those who may see staging and can work. */
export const assignable = (db: Db | Tx, customerId: number) =>
  db
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select(['u.id', 'u.name'])
    .where('u.customer_id', '=', customerId)
    .where(mayBeAssigned);

type Args = { readonly userId: number | null };

/** A person of the change's customer whom jobs can be assigned to; undefined for anyone else. */
export const assignableNamed = (tx: Tx, { customerId }: Pick<Sent, 'customerId'>, userId: number) =>
  assignable(tx, customerId).where('u.id', '=', userId).executeTakeFirst();

/** The refusal of a person whom jobs cannot be assigned to. */
export const notAssignable: Rejection = {
  code: 'invalid',
  message:
    'Jobs can be assigned only to people of this customer who may see staging and are not disabled. Choose another person.',
  field: 'userId',
  conflicts: [],
};

async function guard(tx: Tx, sent: Sent, { userId }: Args): Promise<Rejection | null> {
  return userId === null || (await assignableNamed(tx, sent, userId)) ? null : notAssignable;
}

/** The name in a job is the person's own, whatever the device called them. */
async function completes(tx: Tx, sent: Sent, { userId }: Args, { writes }: { readonly writes: readonly RowWrite[] }) {
  const person = userId === null ? undefined : await assignableNamed(tx, sent, userId);
  if (!person) return { writes, statements: [] };
  const own = writes.map(
    (write): RowWrite => (write.collection === 'job' ? { ...write, row: { ...write.row, assignee: person.name } } : write),
  );
  return { writes: own, statements: [] };
}

/** Server-side effects of assigning jobs: to whom, and under which name. */
export const assignEffects: Pick<CommandEffects, 'job.assign.v1'> = { 'job.assign.v1': { guard, completes } };
