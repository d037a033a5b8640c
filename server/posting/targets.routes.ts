import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  checkTarget,
  firstTargetId,
  listMapTargets,
  listTargets,
  listTargetTypes,
  readTarget,
  saveTarget,
  syncTarget,
  targetStatus,
} from '#contract/posting/posting.ts';
import { writeRows } from '../feed/publish.ts';
import { changedNames, changesBetween } from '../kit/db/audit.ts';
import type { Tx } from '../kit/db/connection.ts';
import { storedRow } from '../kit/db/rows.ts';
import { done, unchanged } from '../kit/http/audited.ts';
import { type Handler, handle, type Services } from '../kit/http/handle.ts';
import { row, rowOfActor } from '../kit/http/loaders.ts';
import { guardedSend } from '../targets/adapter/outbound.ts';
import { BullhornSettings, createTargetOpener, targetSecret } from '../targets/open-target.ts';
import { documentedTarget, targetsOf } from '../targets/target-rows.ts';
import { syncNow } from './sync-runs.ts';

/** The documents' numbers of the supported kinds of target. */
const types = [
  { id: 4, name: 'XML Feed' },
  { id: 5, name: 'Bullhorn' },
];

const open = (services: Services) =>
  createTargetOpener(services.db, services.secrets, guardedSend([services.config.bullhornDoubleUrl]));

export const targetRoutes: Handler[] = [
  handle(listTargets, async ({ cust }, { services }) => ok((await targetsOf(services.db, cust)).map(documentedTarget))),
  handle(readTarget, { load: { target: rowOfActor('target', 'id') } }, async (_args, _call, { target }) =>
    ok(documentedTarget(target)),
  ),
  handle(
    saveTarget,
    { audit: 'target.save', load: { target: rowOfActor('target', 'id', { lock: true }) } },
    async (args, { services: { secrets }, tx, customerId, write }, { target }) => {
      const settings = { ...target.settings, ...args.settings, username: args.username, loginInfoUrl: args.url };
      const problem = target.row.kind === 'bullhorn' && !args.isDisabled ? BullhornSettings.safeParse(settings).error : undefined;
      if (problem)
        return no({ kind: 'invalid', fields: Object.fromEntries(problem.issues.map((i) => [i.path.join('.'), i.message])) });
      const row = { ...target.row, name: args.name, disabled: args.isDisabled, checkState: 'unchecked' as const };
      if (args.password !== '') await secrets.put(tx, targetSecret(customerId, row.id, 'password'), args.password);
      if (args.clientSecret !== '') await secrets.put(tx, targetSecret(customerId, row.id, 'clientSecret'), args.clientSecret);
      write({ collection: 'target', row, extra: { settings } });
      return done(documentedTarget({ ...target, row, settings }), {
        object: ['target', row.id],
        changed: changesBetween(target.row, row),
        facts: {
          settings: changedNames(target.settings, settings),
          newPassword: args.password !== '',
          newClientSecret: args.clientSecret !== '',
        },
      });
    },
  ),
  handle(
    checkTarget,
    { audit: 'target.check', ownTransactions: true, load: { target: rowOfActor('target', 'id') } },
    async (_args, { services, record }, { target }) => {
      const opened = await open(services)(target.customerId, target.row.id);
      const answer = opened
        ? await opened.adapter.check()
        : { kind: 'failed' as const, words: 'Fill in the address, user name, password, client id and client secret first' };
      const reply = { state: answer.kind, words: answer.kind === 'failed' ? answer.words : '' };
      return services.db.transaction().execute(async (tx) => {
        // Reads the target again: it may have been saved while its ATS was called.
        const current = await storedRow(tx, target.customerId, 'target', target.row.id, true);
        if (!current) return no({ kind: 'not_found' });
        const row = { ...current.row, checkState: answer.kind };
        const receipt = await record(tx, { object: ['target', row.id], changed: changesBetween(current.row, row) });
        await writeRows(tx, target.customerId, [{ collection: 'target', row }]);
        return done(reply, receipt);
      });
    },
  ),
  handle(
    syncTarget,
    { audit: 'target.sync', ownTransactions: true, load: { target: row('target', 'target') } },
    async ({ target: id }, { services, actor, record }, { target }) => {
      // Recorded in the transaction that queues the sync, because the lists are written in several others.
      const beside = (tx: Tx) => record(tx, { object: ['target', id] });
      const { reply, begun } = await syncNow({ ...services, openTarget: open(services) }, target, actor, beside);
      return begun === undefined ? unchanged(reply) : done(reply, begun);
    },
  ),
  handle(listTargetTypes, async () => ok(types)),
  handle(listMapTargets, async ({ cust }, { services }) => {
    const targets = (await targetsOf(services.db, cust)).filter(({ row }) => row.maps.length > 0);
    return ok(targets.map(({ row }) => ({ id: row.id, name: row.name })));
  }),
  handle(firstTargetId, async ({ cust }, { services }) => ok((await targetsOf(services.db, cust))[0]?.row.id ?? 0)),
  handle(targetStatus, async ({ cust }, { services }) => ok(await status(services, cust))),
];

async function status({ db }: Services, customerId: number): Promise<ReplyOf<typeof targetStatus>> {
  const counted = await db
    .selectFrom('post')
    .select(['target_id', 'state', (e) => e.fn.countAll<number>().as('posts'), (e) => e.fn.max('updated_at').as('last')])
    .where('customer_id', '=', customerId)
    .groupBy(['target_id', 'state'])
    .execute();
  return (await targetsOf(db, customerId)).map(({ row }) => {
    const mine = counted.filter((c) => c.target_id === row.id);
    const count = (...states: string[]) => mine.filter((c) => states.includes(c.state)).reduce((sum, c) => sum + c.posts, 0);
    return {
      id: row.id,
      name: row.name,
      waiting: count('wanted', 'sending'),
      doubtful: count('unknown', 'human'),
      refused: count('failed'),
      done: count('done'),
      lastPostedAt: mine.find((c) => c.state === 'done')?.last ?? null,
    };
  });
}
