import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  listClientStatuses,
  listCustomChoices,
  refreshTargetToken,
  revealTargetSecret,
} from '#contract/posting/target-connection.ts';
import { sourceFields } from '#domain/posting/field-mapping/source-fields.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { row, rowOfActor } from '#server/kit/http/loaders.ts';
import { countReveal } from '#server/kit/identity/reveal-limit.ts';
import { storedSecrets, targetsOpenedBy } from '#server/targets/open-target.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';

const doNotPost = '[Do not post]';

/** Why a person does not get a secret of a target, or null: its kind is connected by administrators alone, or the hour is used up. */
async function refusal(tx: Tx, actor: Actor, target: StoredTarget, now: Date) {
  if (targetKind(target.row.typeId).isConnectedByAdministrators && !actor.administrator) return { kind: 'forbidden' as const };
  const wait = await countReveal(tx, actor.actorId, now);
  return wait === null ? null : { kind: 'busy' as const, retryAfterSeconds: wait };
}

/** Calls of the connection screen that show secrets or lists of choices. Who works as another user is refused by the step-up. */
export const targetConnectionRoutes: Handler[] = [
  handle(
    revealTargetSecret,
    { audit: 'target.reveal', stepUp: true, load: { target: rowOfActor('target', 'id') } },
    async ({ secret }, { services, tx, actor }, { target }) => {
      const { [secret]: held } = await storedSecrets(services.secrets, tx, target.customerId, target.row);
      if (held === undefined) return no({ kind: 'invalid', fields: { [secret]: 'None is stored. Enter one and save.' } });
      const refused = await refusal(tx, actor, target, services.now());
      if (refused) return no(refused);
      return done(held, { object: ['target', target.row.id], facts: { name: target.row.name, secret } });
    },
  ),
  handle(
    refreshTargetToken,
    { audit: 'target.token', stepUp: true, ownTransactions: true, load: { target: rowOfActor('target', 'id') } },
    async (_args, { services, actor, record }, { target }) => {
      const opened = await targetsOpenedBy(services)(target.customerId, target.row.id);
      if (!opened?.renewToken)
        return no({ kind: 'invalid', fields: { id: `${target.row.name} has no session token, or is not connected yet.` } });
      const renew = opened.renewToken;
      const recorded = await services.db.transaction().execute(async (tx) => {
        const refused = await refusal(tx, actor, target, services.now());
        return refused ?? { receipt: await record(tx, { object: ['target', target.row.id], facts: { name: target.row.name } }) };
      });
      if ('kind' in recorded) return no(recorded);
      const renewed = await renew();
      return renewed.kind === 'done'
        ? done(renewed.token, recorded.receipt)
        : no({ kind: 'invalid', fields: { id: `${messages.targetNotConnected({ target: target.row.name })} ${renewed.words}` } });
    },
  ),
  handle(
    listClientStatuses,
    { audit: onlyReads, load: { target: row('target', 'id') } },
    async (_args, { services }, { target }) => {
      const opened = await targetsOpenedBy(services)(target.customerId, target.row.id);
      const statuses = await opened?.clients?.statuses();
      if (!statuses) return no({ kind: 'invalid', fields: { id: messages.targetNotConnected({ target: target.row.name }) } });
      return ok([...statuses]);
    },
  ),
  handle(listCustomChoices, { load: { target: row('target', 'targetId') } }, async () =>
    ok([{ id: doNotPost, name: doNotPost }, ...sourceFields.map(({ key, label }) => ({ id: key, name: label }))]),
  ),
];
