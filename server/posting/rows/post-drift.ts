import { sql } from 'kysely';
import type { DriftField, DriftKind } from '#domain/posting/drift/drift.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';
import { ofPost, type PostKey } from './post-key.ts';
import { lockJob, writeReceipt } from './shown-job.ts';

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

/**
 * Shows on the job's receipt what people did to its job order and no one has decided about, or that nothing is left to decide. Nothing is
 * written if the receipt says so already, or is one of a later job order.
 */
export async function showDrift(tx: Tx, post: PostKey & { readonly reference: string }): Promise<void> {
  const locked = await lockJob(tx, post);
  const receipt = locked && receiptFor(locked.row, post.targetId);
  if (!receipt || receipt.reference !== post.reference) return;
  const { rows } = await sql<{ kind: DriftKind }>`select kind from post_drift where ${ofPost(post)} and not accepted`.execute(tx);
  const kind = rows[0]?.kind;
  if (kind === receipt.drift) return;
  const { drift: _old, ...rest } = receipt;
  const shown = kind === undefined ? rest : { ...rest, drift: kind };
  await writeReceipt(tx, post, locked.rev, withReceipt(locked.row, shown));
}
