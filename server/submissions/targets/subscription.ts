import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { addSubmissionSubscription } from '#contract/submissions/targets.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { openSubmissionTarget } from './open-adapter.ts';
import { type StoredSubmissionTarget, settingsOf, submissionTarget } from './target-rows.ts';

/** Where a destination sends its webhooks of a target. `key` is unguessable. */
const hookAddress = (publicUrl: string, key: string): string => `${publicUrl}/api/submission/webhook/${key}`;

/** Subscribes to the events of a target, once more if it was subscribed to before. */
export const addSubscriptionRoute: Handler = handle(
  addSubmissionSubscription,
  { audit: 'submission.target.subscribe', ownTransactions: true, load: { target: submissionTarget('id') } },
  async (_args, { services, record }, { target }) => {
    const { customerId, row } = target;
    const listen = (await openSubmissionTarget(services, customerId, row.id))?.listen;
    const failed = (words: string) =>
      no({ kind: 'invalid' as const, fields: { id: `${messages.subscriptionNotAdded}. ${words}` } });
    if (!listen) return failed(`${row.name} reports no events, or its connection is not complete.`);
    const key = await hookKey(services.db, target);
    const name = settingsOf(target).subscriptionName || `jobdock-${row.id}`;
    const answer = await listen(name, hookAddress(services.config.publicUrl, key));
    if (answer.kind !== 'done') return failed(answer.words);
    const receipt = await services.db.transaction().execute(async (tx) => {
      await noted(tx, target, { name, extId: answer.value, at: services.now() });
      return record(tx, { object: ['submissionTarget', row.id], facts: { name: row.name } });
    });
    return done({ message: `${row.name} reports its submissions now`, name }, receipt);
  },
);

/** The unguessable part of the target's address, stored before the destination learns of it. */
async function hookKey(db: Db, { customerId, row }: StoredSubmissionTarget): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ key: string }>`
    update submission_target set hook_key = case when hook_key = '' then ${made} else hook_key end
    where customer_id = ${customerId} and id = ${row.id} returning hook_key as key`.execute(db);
  return rows[0]?.key ?? made;
}

async function noted(
  tx: Tx,
  { customerId, row }: StoredSubmissionTarget,
  { name, extId, at }: { readonly name: string; readonly extId: string; readonly at: Date },
): Promise<void> {
  // What was made since the last reading is read at the next one, so its time stays.
  const values = { name, ext_id: extId, made_at: at, cursor: '', problem: '' };
  await tx
    .insertInto('submission_subscription')
    .values({ customer_id: customerId, target_id: row.id, ...values })
    .onConflict((c) => c.columns(['customer_id', 'target_id']).doUpdateSet(values))
    .execute();
}
