import { type Absent, absent } from '#contract/rows/absent.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** A mapping list: the rows of one target, of one kind or (null) of all. */
type List = { readonly customerId: number; readonly targetId: number; readonly kind: MapKind | null };

/**
 * The refusal for the first row that is of another target or kind than the list; null if there is none. Rows that no longer exist
 * are left to the command, which refuses each by itself. A row never changes its target or kind, so no lock is needed.
 */
export async function strayValue(db: Db, { customerId, targetId, kind }: List, ids: readonly number[]): Promise<Absent | null> {
  if (ids.length === 0) return null;
  const stray = await db
    .selectFrom('map_value')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted', '=', false)
    .where((e) => e.or([e('target_id', '!=', targetId), ...(kind === null ? [] : [e('kind', '!=', kind)])]))
    .orderBy('id')
    .executeTakeFirst();
  return stray ? absentIn({ targetId, kind }, stray.id) : null;
}

/** The refusal for a mapping row that is not in a list. */
export const absentIn = ({ targetId, kind }: Pick<List, 'targetId' | 'kind'>, id: number): Absent =>
  absent(`${kind ?? 'mapping row'} of target ${targetId}`, id);
