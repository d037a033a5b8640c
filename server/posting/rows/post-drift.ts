import { sql } from 'kysely';
import type { DriftField } from '#domain/posting/drift/drift.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';
import { ofPost, type PostKey } from './post-key.ts';

/** What is there of the fields that people changed in the target and no one has decided about. */
export async function driftedOf(tx: Tx, post: PostKey): Promise<SentValues> {
  const { rows } = await sql<{ fields: readonly DriftField[] }>`select fields from post_drift where ${ofPost(post)}`.execute(tx);
  return Object.fromEntries((rows[0]?.fields ?? []).map(({ field, stored }) => [field, stored]));
}

/** An update of ours has overwritten what people changed in these fields, so there is nothing left to decide about them. */
export async function settleDrift(tx: Tx, post: PostKey, fields: readonly string[]): Promise<void> {
  await sql`
    update post_drift set fields = (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(fields) one where one ->> 'field' <> all(${[...fields]}::text[])
    ) where ${ofPost(post)} and kind <> 'deleted'`.execute(tx);
  await sql`delete from post_drift where ${ofPost(post)} and kind <> 'deleted' and fields = '[]'`.execute(tx);
}
