import { no, ok } from '#contract/kit/result.ts';
import { checkAutoPost, setAutoPost } from '#contract/posting/auto-post.ts';
import type { PostingPlan } from '#contract/posting/posting-plan.ts';
import type { SourceRow, TargetRow } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { readPlan } from '../planned/read-plan.ts';
import { autoPostTargets, judgeAutoPost } from './read-auto-post.ts';

const target = row('target', 'target');

/** The setting belongs to the source, and it posts: both rights are needed. */
const mayNot = (actor: Actor) => (may(actor, 'tasks.write') ? null : no({ kind: 'forbidden' as const, needs: 'tasks.write' }));

export const autoPostRoutes: Handler[] = [
  handle(checkAutoPost, { load: { source: row('source', 'id'), target } }, async ({ cust }, { services, actor }, loaded) => {
    return mayNot(actor) ?? ok(await planOf(services.db, cust, loaded.source.row, loaded.target.row));
  }),
  handle(
    setAutoPost,
    { audit: 'source.autopost', load: { source: row('source', 'id', { lock: true }), target } },
    async ({ cust, on, seen }, { tx, write, actor }, { source: { row: before }, target: { row: to } }) => {
      const refusal = mayNot(actor);
      if (refusal) return refusal;
      const now = autoPostTargets(before);
      if (now.includes(to.id) === on) return unchanged({ on, posts: 0 });
      const plan = on ? await planOf(tx, cust, before, to) : null;
      if (plan && plan.posts > 0 && plan.seen !== seen) return no({ kind: 'conflict' as const, current: plan });
      const autoPostTo = on ? [...now, to.id].sort((a, b) => a - b) : now.filter((id) => id !== to.id);
      const after = { ...before, autoPost: autoPostTo.length > 0, autoPostTo };
      write({ collection: 'source', row: after });
      const facts = { targetId: to.id, target: to.name, turned: on ? 'on' : 'off', posts: plan?.posts ?? 0 };
      return done(
        { on, posts: plan?.posts ?? 0 },
        { object: ['source', before.id], changed: changesBetween(before, after), facts },
      );
    },
  ),
];

const planOf = (db: Db | Tx, cust: number, { id }: SourceRow, to: TargetRow): Promise<PostingPlan> =>
  readPlan(db, cust, { target: to, sourceIds: [id] }, (jobs) => judgeAutoPost(db, cust, to, jobs));
