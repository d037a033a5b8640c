import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { defaultStatusOf, statusNameProblem } from '#domain/statuses/expanded-status.ts';
import type { Rejection } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { customerStatusRows, holdStatuses } from './read-statuses.ts';

type Sent = { readonly customerId: number };
type Named = { readonly id: number; readonly name: string };

const invalid = (field: string, message: string): Rejection => ({ code: 'invalid', field, message, conflicts: [] });

/** Refuses a name that another status has. */
async function guardName(tx: Tx, { customerId }: Sent, asked: Named): Promise<Rejection | null> {
  await holdStatuses(tx, customerId);
  const problem = statusNameProblem(asked, await customerStatusRows(tx, customerId));
  return problem === null ? null : invalid('name', problem);
}

/** Refuses to remove the default, and a status that texts of vendors mean. */
async function guardRemoval(tx: Tx, { customerId }: Sent, { id }: Pick<Named, 'id'>): Promise<Rejection | null> {
  await holdStatuses(tx, customerId);
  const all = await customerStatusRows(tx, customerId);
  const status = all.find((each) => each.id === id);
  if (!status) return null;
  if (defaultStatusOf(all)?.id === id) return invalid('isDefault', messages.defaultStatusKept);
  const used = await usesOf(tx, customerId, id);
  return used.length > 0 ? invalid('name', inUse(status, used)) : null;
}

type Use = { readonly text: string; readonly source: string };

/** The texts of vendors that mean this status, with their sources. */
async function usesOf(tx: Tx, customerId: number, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select v.text, coalesce(s.row ->> 'name', v.source_id::text) as source from vendor_status v
    left join source s on s.customer_id = v.customer_id and s.id = v.source_id
    where v.customer_id = ${customerId} and v.status_id = ${id} order by 2, 1`.execute(tx);
  return rows;
}

const shownUses = 3;

function inUse({ name }: CustomerStatusRow, uses: readonly Use[]): string {
  const shown = uses.slice(0, shownUses).map(({ text, source }) => `“${text}” of ${source}`);
  const more = uses.length > shownUses ? ` and ${uses.length - shownUses} more` : '';
  return `${name} is in use: it is the meaning of ${shown.join(', ')}${more}. Give these texts another status in the task first.`;
}

/** Server-side effects of the commands of customers' statuses: one name for each, a default, and none gone that is in use. */
export const statusEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `customerStatus${string}`>> = {
  'customerStatus.save.v1': { guard: guardName, completes: 'none' },
  'customerStatus.remove.v1': { guard: guardRemoval, completes: 'none' },
  'customerStatus.restore.v1': { guard: guardName, completes: 'none' },
};
