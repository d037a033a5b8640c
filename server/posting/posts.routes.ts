import { no, ok } from '#contract/kit/result.ts';
import { checkPostedJobs, checkPostedJobsIn, decidePost } from '#contract/posting/posting.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { ofCustomers } from '../kit/db/of-customers.ts';
import { done, onlyReads } from '../kit/http/audited.ts';
import { visibleCustomers } from '../kit/http/customer-access.ts';
import { type Actor, type Handler, handle, type Services } from '../kit/http/handle.ts';
import { movePost } from './post-rows.ts';

export const postingRoutes: Handler[] = [
  handle(checkPostedJobs, { audit: onlyReads }, async ({ ids }, { services, actor }) =>
    ok(await postedOf(services, actor, ids, ['done', 'failed', 'human', 'dryRun'])),
  ),
  handle(checkPostedJobsIn, { audit: onlyReads }, async ({ mode, ids }, { services, actor }) =>
    ok(await postedOf(services, actor, ids, mode === 'failed' ? ['failed'] : ['done', 'failed', 'human', 'dryRun'])),
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
