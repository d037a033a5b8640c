import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
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
import { publish } from '../feed/publish.ts';
import { type Call, type Handler, handle, type Services } from '../kit/http/handle.ts';
import { suggestAnew } from '../mapping/values/suggest.ts';
import { guardedSend } from '../targets/adapter/outbound.ts';
import { BullhornSettings, createTargetOpener, targetSecret } from '../targets/open-target.ts';
import { syncLists } from '../targets/sync-lists.ts';
import { documentedTarget, type StoredTarget, targetFor, targetsOf } from '../targets/target-rows.ts';

/** The documents' numbers of the kinds of target that stand. */
const types = [
  { ID: 4, TargetName: 'XML Feed' },
  { ID: 5, TargetName: 'Bullhorn' },
];

const absent = no({ kind: 'not_found' as const });
const open = (services: Services) =>
  createTargetOpener(services.db, services.secrets, guardedSend([services.config.bullhornDoubleUrl]));

export const targetRoutes: Handler[] = [
  handle(listTargets, async ({ cust }, { services }) => ok((await targetsOf(services.db, cust)).map(documentedTarget))),
  handle(readTarget, async ({ id }, { services, actor }) => {
    const target = await targetFor(services.db, actor, id);
    return target ? ok(documentedTarget(target)) : absent;
  }),
  handle(saveTarget, (args, call) => save(args, call)),
  handle(checkTarget, async ({ objID }, call) => {
    const target = await targetFor(call.services.db, call.actor, objID);
    return target ? ok(await check(target, call.services)) : absent;
  }),
  handle(syncTarget, async ({ cust, target: id }, { services }) => {
    const target = (await targetsOf(services.db, cust)).find((t) => t.row.id === id);
    if (!target) return absent;
    const opened = await open(services)(cust, id);
    if (!opened)
      return ok({
        message: messages.syncNotQueued,
        added: 0,
        changed: 0,
        removed: 0,
      });
    const { unanswered, same: _same, ...counts } = await syncLists(services.db, cust, id, opened.adapter);
    await suggestAnew(services.db, cust, id, target.settings['autoMap'] === true, services.now());
    const message =
      unanswered.length === 0
        ? messages.complete
        : `${target.row.name} gave no answer for: ${unanswered.join(', ')}. Those lists stay as they were`;
    return ok({ message, ...counts });
  }),
  handle(listTargetTypes, async () => ok(types)),
  handle(listMapTargets, async ({ cust }, { services }) => {
    const targets = (await targetsOf(services.db, cust)).filter(({ row }) => row.maps.length > 0);
    return ok(targets.map(({ row }) => ({ ID: row.id, TargetName: row.name })));
  }),
  handle(firstTargetId, async ({ cust }, { services }) => ok((await targetsOf(services.db, cust))[0]?.row.id ?? 0)),
  handle(targetStatus, async ({ cust }, { services }) => ok(await status(services, cust))),
];

type SaveArgs = {
  ID: number;
  TargetName: string;
  Disabled_Fl: boolean;
  UID: string;
  Psw: string;
  Misc: string;
  TargetURL: string;
  JsonSettings: Record<string, unknown>;
};

async function save(
  args: SaveArgs,
  { services, actor }: Call,
): Promise<Result<ReplyOf<typeof saveTarget>, { kind: 'not_found' } | { kind: 'invalid'; fields: Record<string, string> }>> {
  const target = await targetFor(services.db, actor, args.ID);
  if (!target) return absent;
  const settings = { ...target.settings, ...args.JsonSettings, username: args.UID, loginInfoUrl: args.TargetURL };
  const problem = target.row.kind === 'bullhorn' && !args.Disabled_Fl ? BullhornSettings.safeParse(settings).error : undefined;
  if (problem)
    return no({ kind: 'invalid', fields: Object.fromEntries(problem.issues.map((i) => [i.path.join('.'), i.message])) });
  const row = { ...target.row, name: args.TargetName, disabled: args.Disabled_Fl, checkState: 'unchecked' as const };
  await services.db.transaction().execute(async (tx) => {
    if (args.Psw !== '') await services.secrets.put(tx, targetSecret(target.customerId, row.id, 'password'), args.Psw);
    if (args.Misc !== '') await services.secrets.put(tx, targetSecret(target.customerId, row.id, 'clientSecret'), args.Misc);
    await tx
      .insertInto('audit')
      .values({
        customer_id: target.customerId,
        actor_id: actor.actorId,
        subject_id: actor.userId,
        command: 'target.save',
        detail: JSON.stringify({ id: row.id, newPassword: args.Psw !== '' }),
      })
      .execute();
    await publish(tx, target.customerId, [{ collection: 'target', row, extra: { settings } }]);
  });
  return ok(documentedTarget({ ...target, row, settings }));
}

/** Signs in there and keeps the answer on the target's row, where everyone sees it. */
async function check(target: StoredTarget, services: Services): Promise<ReplyOf<typeof checkTarget>> {
  const opened = await open(services)(target.customerId, target.row.id);
  const answer = opened
    ? await opened.adapter.check()
    : { kind: 'failed' as const, words: 'Fill in the address, user name, password, client id and client secret first' };
  const state = answer.kind;
  await services.db
    .transaction()
    .execute((tx) => publish(tx, target.customerId, [{ collection: 'target', row: { ...target.row, checkState: state } }]));
  return { state, words: answer.kind === 'failed' ? answer.words : '' };
}

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
      ID: row.id,
      TargetName: row.name,
      waiting: count('wanted', 'sending'),
      doubtful: count('unknown', 'human'),
      refused: count('failed'),
      done: count('done'),
      lastPostedAt: mine.find((c) => c.state === 'done')?.last ?? null,
    };
  });
}
