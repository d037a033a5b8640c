import { no } from '#contract/kit/result.ts';
import { removeTarget } from '#contract/posting/posting.ts';
import { writeRows } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { storedRow } from '../kit/db/rows.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle, type Services } from '../kit/http/handle.ts';
import { rowOfActor } from '../kit/http/loaders.ts';
import { secretFieldsOf, targetSecret } from '../targets/open-target.ts';
import type { StoredTarget } from '../targets/target-rows.ts';
import { movePost } from './post-rows.ts';
import { twinsWithout } from './target-settings/own-mapping.ts';

type Place = { readonly customerId: number; readonly targetId: number };

/** Why a target is not deleted, by field; null if it may be. */
async function refusalOf(tx: Tx, { customerId, row }: StoredTarget, typed: string, now: Date) {
  if (typed.trim() !== row.name.trim()) return { name: `Type the name exactly as it is written: ${row.name}` };
  const call = await ofTarget(tx, { customerId, targetId: row.id })
    .select('job_id')
    .where('state', '=', 'sending')
    .where('lease_until', '>', now.toISOString())
    .executeTakeFirst();
  return call ? { id: 'A job is being sent to this target. Delete it again in a minute.' } : null;
}

const ofTarget = (tx: Tx | Services['db'], { customerId, targetId }: Place) =>
  tx.selectFrom('post').where('customer_id', '=', customerId).where('target_id', '=', targetId);

/** Stops the posts that still wait or whose result is not known, one by one as the poster does. Returns how many. */
async function stopPosts(services: Services, place: Place): Promise<number> {
  const own = scopeTo(services.db, [place.customerId]);
  const open = await ofTarget(own, place)
    .selectAll()
    .where('state', 'in', ['wanted', 'sending', 'unknown', 'human'])
    .orderBy('job_id')
    .execute();
  let stopped = 0;
  for (const post of open) {
    const { job_id: jobId, generation, fence, reference, tries, state, external_id: externalId } = post;
    const words =
      state === 'wanted'
        ? 'Not sent: the target was deleted.'
        : 'The target was deleted before it was known whether this job arrived. Look there.';
    const change = { state: 'failed', externalId, words, lookups: 0, againInSeconds: null } as const;
    const key = { ...place, jobId, generation, fence, reference };
    const moved = await own
      .transaction()
      .execute((tx) => movePost(tx, key, { ...change, tries, leaseSeconds: null, at: services.now() }));
    stopped += moved === null ? 0 : 1;
  }
  return stopped;
}

/** Deletes a target with its secrets and its feed address. Its posts stay: they know the ids of the jobs that were posted. */
export const removeTargetRoute: Handler = handle(
  removeTarget,
  { audit: 'target.remove', ownTransactions: true, stepUp: true, load: { target: rowOfActor('target', 'id') } },
  async ({ name }, { services, record }, { target }) => {
    const { customerId } = target;
    const targetId = target.row.id;
    const removed = await services.db.transaction().execute(async (tx) => {
      const current = await storedRow(tx, customerId, 'target', targetId, true);
      if (!current) return { refusal: { kind: 'not_found' as const } };
      const fields = await refusalOf(tx, current, name, services.now());
      if (fields) return { refusal: { kind: 'invalid' as const, fields } };
      for (const field of secretFieldsOf(current.row.typeId))
        await services.secrets.put(tx, targetSecret(customerId, targetId, field), null);
      const ofIt = { customer_id: customerId, target_id: targetId };
      await tx
        .deleteFrom('feed_address')
        .where((e) => e.and(ofIt))
        .execute();
      await tx
        .deleteFrom('target_pace')
        .where((e) => e.and(ofIt))
        .execute();
      await tx
        .deleteFrom('waiting_list')
        .where((e) => e.and(ofIt))
        .execute();
      await tx
        .deleteFrom('target_list')
        .where((e) => e.and(ofIt))
        .execute();
      // The jobs that were posted keep their ids there, and no update is sent any more.
      await tx
        .updateTable('post')
        .set({ follow: null })
        .where((e) => e.and(ofIt))
        .execute();
      const receipt = await record(tx, { object: ['target', targetId], facts: { name: current.row.name } });
      await writeRows(tx, customerId, [{ collection: 'target', id: targetId, removed: true }]);
      await twinsWithout(tx, customerId);
      return { receipt };
    });
    if (removed.refusal) return no(removed.refusal);
    return done({ stopped: await stopPosts(services, { customerId, targetId }) }, removed.receipt);
  },
);
