import { no, ok } from '#contract/kit/result.ts';
import { checkPostedJobs, checkPostedJobsIn, decidePost, readFeed } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { ofCustomers } from '../kit/db/of-customers.ts';
import { done, onlyReads } from '../kit/http/audited.ts';
import { visibleCustomers } from '../kit/http/customer-access.ts';
import { type Actor, type Handler, handle, type Services } from '../kit/http/handle.ts';
import { movePost } from './post-rows.ts';
import { feedDocument } from './xml-feed/feed-document.ts';
import { feedOrders } from './xml-feed/feed-orders.ts';

export const postingRoutes: Handler[] = [
  handle(checkPostedJobs, { audit: onlyReads }, async ({ ids }, { services, actor }) =>
    ok(await postedOf(services, actor, ids, ['done', 'failed', 'human'])),
  ),
  handle(checkPostedJobsIn, { audit: onlyReads }, async ({ mode, ids }, { services, actor }) =>
    ok(await postedOf(services, actor, ids, mode === 'failed' ? ['failed'] : ['done', 'failed', 'human'])),
  ),
  handle(decidePost, { audit: 'post.decide' }, async (args, { services, actor, tx }) => {
    if (args.choice === 'there' && !args.externalId)
      return no({ kind: 'invalid' as const, fields: { externalId: 'Write the id that the job has in the ATS' } });
    const post = await tx
      .selectFrom('post')
      .selectAll()
      .where('customer_id', '=', args.cust)
      .where('target_id', '=', args.target)
      .where('job_id', '=', args.job)
      .orderBy('generation', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!post) return no({ kind: 'not_found' as const });
    if (post.state !== 'human' && post.state !== 'failed')
      return no({ kind: 'conflict' as const, current: { state: post.state } });
    const decided =
      args.choice === 'there'
        ? { state: 'done' as const, externalId: args.externalId ?? null, words: `${actor.name} found it there` }
        : { state: 'wanted' as const, externalId: post.external_id, words: `${actor.name} asked to send it again` };
    const key = {
      customerId: args.cust,
      targetId: args.target,
      jobId: args.job,
      generation: post.generation,
      fence: post.fence,
      reference: post.reference,
    };
    await movePost(tx, key, {
      ...decided,
      lookups: 0,
      againInSeconds: 0,
      tries: post.tries,
      leaseSeconds: null,
      at: services.now(),
      lookAgain: args.choice === 'there',
    });
    const changed = changesBetween(
      { state: post.state, externalId: post.external_id },
      { state: decided.state, externalId: decided.externalId },
    );
    const facts = { target: args.target, job: args.job, choice: args.choice };
    return done({ state: decided.state }, { object: ['post', post.reference], changed, facts });
  }),
  handle(readFeed, async ({ key }, { services }) => {
    const address = await services.db
      .selectFrom('feed_address')
      .select(['customer_id', 'target_id'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (!address) return no({ kind: 'not_found' as const });
    const own = { ...services, db: scopeTo(services.db, [address.customer_id]) };
    const target = await feedTarget(own, address.customer_id, address.target_id);
    if (!target) return no({ kind: 'not_found' as const });
    const head = {
      publisher: target.publisher,
      publisherUrl: services.config.publicUrl,
      applyUrl: target.applyUrl,
      builtAt: services.now().toISOString(),
    };
    return ok({
      body: feedDocument(head, feedOrders(own.db, address.customer_id, target.row, services.now())),
      contentType: 'application/xml; charset=utf-8',
    });
  }),
];

/** The states of jobs by id, of every customer that the caller may see. Job ids are unique over all customers. */
async function postedOf({ db }: Services, actor: Actor, ids: number[], settled: string[]) {
  const customers = await visibleCustomers(db, actor);
  const rows = await db
    .selectFrom('post')
    .select(['job_id', 'state'])
    .where(ofCustomers(customers))
    .where('job_id', '=', (e) => e.fn.any(e.val(ids)))
    .orderBy('job_id')
    .execute();
  const of = (wanted: (state: string) => boolean) => [...new Set(rows.filter((r) => wanted(r.state)).map((r) => r.job_id))];
  return {
    processedJobIds: of((state) => settled.includes(state)),
    unprocessedJobIds: of((state) => ['wanted', 'sending', 'unknown'].includes(state)),
  };
}

async function feedTarget({ db, config }: Services, customerId: number, targetId: number) {
  const found = await db
    .selectFrom('target')
    .innerJoin('customer', 'customer.id', 'target.customer_id')
    .select(['target.row', 'target.settings', 'customer.name'])
    .where('target.customer_id', '=', customerId)
    .where('target.id', '=', targetId)
    .where('target.deleted', '=', false)
    .executeTakeFirst();
  if (!found) return null;
  const applyUrl = found.settings['applyUrl'];
  return {
    row: found.row as TargetRow,
    publisher: found.name,
    applyUrl: typeof applyUrl === 'string' ? applyUrl : `${config.publicUrl}/apply/{reference}`,
  };
}
