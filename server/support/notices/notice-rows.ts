import type { Selectable } from 'kysely';
import type { Audience } from '#contract/support/audience.ts';
import type { ProviderNotice } from '#contract/support/notices.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { NoticeTables } from '#server/kit/db/tables/notice-tables.ts';

/** A notice of the provider as stored. */
export type NoticeRow = Selectable<NoticeTables['notice']>;

export const audienceOf = ({ customers, crawlers, target_kinds: targetKinds, everyone }: NoticeRow): Audience => ({
  customers,
  crawlers,
  targetKinds,
  everyone,
});

/** Notices of the provider with the number of customers that have each, newest first; one of them with `id`. */
export async function noticesOf(db: Db | Tx, id?: number): Promise<ProviderNotice[]> {
  const rows = await db
    .selectFrom('notice as n')
    .selectAll('n')
    .select((e) =>
      e
        .selectFrom('customer_notice as c')
        .select((f) => f.fn.countAll<number>().as('count'))
        .whereRef('c.notice_id', '=', 'n.id')
        .where('c.deleted', '=', false)
        .as('shown_to'),
    )
    .$if(id !== undefined, (query) => query.where('n.id', '=', id ?? 0))
    .orderBy('n.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    message: row.message,
    visible: row.visible,
    expiresOn: row.expires_on,
    audience: audienceOf(row),
    shownTo: row.shown_to ?? 0,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }));
}
