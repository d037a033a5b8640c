import type { Db, Tx } from '#server/kit/db/connection.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import type { Billed } from './accounting.ts';

const columns = ['id', 'name', 'provider', 'time_zone', 'status', 'ext_id', 'settings'] as const;

/** A customer as billing sees it on the day of `now`; undefined if it does not exist or is deleted. */
export async function billedOf(db: Db | Tx, customerId: number, now: Date): Promise<Billed | undefined> {
  const row = await db
    .selectFrom('customer')
    .select(columns)
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && shown(row, now);
}

/** The same, with its row locked until the transaction ends: entries, drafts and licenses of one customer follow each other. */
export async function lockBilled(tx: Tx, customerId: number, now: Date): Promise<Billed | undefined> {
  const row = await tx
    .selectFrom('customer')
    .select(columns)
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && shown(row, now);
}

type Row = {
  readonly id: number;
  readonly name: string;
  readonly provider: boolean;
  readonly time_zone: string;
  readonly status: Billed['status'];
  readonly ext_id: string | null;
  readonly settings: Record<string, unknown>;
};

const shown = (row: Row, now: Date): Billed => ({
  id: row.id,
  name: row.name,
  isProvider: row.provider,
  zone: row.time_zone,
  status: row.status,
  extId: row.ext_id ?? '',
  isDemo: row.settings['demo'] === true,
  today: dayIn(row.time_zone, now),
});
