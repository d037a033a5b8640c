import type { Selectable } from 'kysely';
import type { StoredAccount } from '#contract/people/account.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { PeopleTables } from '#server/kit/db/tables/people-tables.ts';
import { parentProblem } from '../parents/parent-problem.ts';
import { dayIn, firstDayOut } from './disable-date.ts';

type Row = Selectable<PeopleTables['customer']>;
type Fields = Partial<Record<keyof StoredAccount, string>>;

/**
 * What is wrong with an account that is about to be stored, by field. `before` is null for a new customer. The rows of the customer
 * and its new parent are locked by the caller.
 */
export async function accountProblems(
  tx: Tx,
  before: Row | null,
  account: StoredAccount,
  changed: Partial<StoredAccount>,
  now: Date,
): Promise<Fields | null> {
  const problems: Fields = {
    ...(before?.provider && providerProblems(account)),
    ...(typeof changed.parent === 'number' && (await parentFields(tx, changed.parent, before))),
    ...(changed.plan !== undefined && changed.plan !== null && (await planProblem(tx, changed.plan))),
    ...(before && dateProblem(account, changed, now)),
  };
  return Object.keys(problems).length > 0 ? problems : null;
}

/** The provider itself stays active, below no one and without a disable date: no one could open it again. */
function providerProblems({ status, disableDate, parent }: StoredAccount): Fields {
  return {
    ...(status !== 'active' && { status: 'The provider stays active: no one could open it again.' }),
    ...(disableDate !== null && { disableDate: 'The provider has no disable date: no one could open it again.' }),
    ...(parent !== null && { parent: 'The provider has no parent.' }),
  };
}

async function parentFields(tx: Tx, parent: number, before: Row | null): Promise<Fields> {
  const problem = await parentProblem(tx, parent, before?.id ?? null);
  return problem ? { parent: problem.words } : {};
}

async function planProblem(tx: Tx, plan: number): Promise<Fields> {
  const known = await tx.selectFrom('plan').select('id').where('id', '=', plan).executeTakeFirst();
  return known ? {} : { plan: 'This plan does not exist: choose one of the list.' };
}

/** A customer that is opened again would be closed by its old disable date at once. */
function dateProblem(account: StoredAccount, changed: Partial<StoredAccount>, now: Date): Fields {
  const isOpened = changed.status !== undefined && changed.status !== 'inactive';
  const out = firstDayOut(account);
  if (!isOpened || out === null || out > dayIn(account.timeZone, now)) return {};
  return { disableDate: 'This date has passed and would close the customer again: clear it, or choose a later one.' };
}
