import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { listAtsFields } from '#contract/posting/ats-fields.ts';
import {
  checkTarget,
  firstTargetId,
  listAllTargetTypes,
  listMapTargets,
  listTargets,
  listTargetTypes,
  readTarget,
  targetStatus,
} from '#contract/posting/posting.ts';
import { canConnect, firstTarget, targetKind, targetKinds } from '#domain/targets/target-kinds.ts';
import { writeRows } from '../feed/publish.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { storedRow } from '../kit/db/rows.ts';
import { done } from '../kit/http/audited.ts';
import { namedCustomers } from '../kit/http/customer-access.ts';
import { type Handler, handle, type Services } from '../kit/http/handle.ts';
import { row, rowOfActor } from '../kit/http/loaders.ts';
import { targetsOpenedBy } from '../targets/open-target.ts';
import { documentedTargets, targetsOf } from '../targets/target-rows.ts';
import { fieldsSent } from './field-mapping/read-field-mapping.ts';
import { removeTargetRoute } from './remove-target.ts';
import { saveTargetRoute } from './save-target.ts';

export const targetRoutes: Handler[] = [
  handle(listTargets, { allCustomers: true }, async ({ cust }, { services: { db }, actor }) =>
    ok(await documentedTargets(db, await targetsOf(db, namedCustomers(cust)), actor)),
  ),
  handle(readTarget, { load: { target: rowOfActor('target', 'id') } }, async (_args, { services, actor }, { target }) => {
    const [documented] = await documentedTargets(services.db, [target], actor);
    return documented ? ok(documented) : no({ kind: 'not_found' });
  }),
  saveTargetRoute,
  removeTargetRoute,
  handle(
    checkTarget,
    { audit: 'target.check', ownTransactions: true, load: { target: rowOfActor('target', 'id') } },
    async (_args, { services, record }, { target }) => {
      const opened = await targetsOpenedBy(services)(target.customerId, target.row.id);
      const answer = opened
        ? await opened.adapter.check(await fieldsSent(services.db, target.customerId, target.row))
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
  handle(listAtsFields, { load: { target: row('target', 'target') } }, async (_args, { services }, { target }) => {
    const opened = targetKind(target.row.typeId).hasFieldList
      ? await targetsOpenedBy(services)(target.customerId, target.row.id)
      : null;
    const fields = await opened?.adapter.fields();
    if (!fields) return no({ kind: 'invalid', fields: { target: messages.targetNotConnected({ target: target.row.name }) } });
    return ok(fields.toSorted((a, b) => a.name.localeCompare(b.name, 'en')));
  }),
  handle(listTargetTypes, async () => ok(targetKinds.filter(canConnect).map(({ id, name }) => ({ id, name })))),
  handle(listAllTargetTypes, async () =>
    ok(
      targetKinds.map((kind) => ({
        id: kind.id,
        name: kind.name,
        canConnect: canConnect(kind),
        isDescribed: kind.isDescribed,
      })),
    ),
  ),
  handle(listMapTargets, { allCustomers: true }, async ({ cust }, { services }) => {
    const targets = (await targetsOf(services.db, namedCustomers(cust))).filter(({ row }) => row.maps.length > 0);
    return ok(targets.map(({ row }) => ({ id: row.id, name: row.name })));
  }),
  handle(firstTargetId, async ({ cust }, { services }) => {
    const rows = (await targetsOf(services.db, cust)).map(({ row }) => row);
    return ok(firstTarget(rows)?.id ?? 0);
  }),
  handle(targetStatus, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await status(services, namedCustomers(cust))),
  ),
];

async function status({ db }: Services, customers: Customers): Promise<ReplyOf<typeof targetStatus>> {
  const counted = await db
    .selectFrom('post')
    .select([
      'customer_id',
      'target_id',
      'state',
      (e) => e.fn.countAll<number>().as('posts'),
      (e) => e.fn.max('updated_at').as('last'),
      // A post that was tried and waits again was not taken by the target: it could not be reached, or it was busy.
      sql<string | null>`max(updated_at) filter (where state = 'wanted' and tries > 0)`.as('unreached'),
    ])
    .where(ofCustomers(customers))
    .groupBy(['customer_id', 'target_id', 'state'])
    .execute();
  return (await targetsOf(db, customers)).map(({ customerId, row }) => {
    const mine = counted.filter((c) => c.customer_id === customerId && c.target_id === row.id);
    const count = (...states: string[]) => mine.filter((c) => states.includes(c.state)).reduce((sum, c) => sum + c.posts, 0);
    const last = (...states: string[]) =>
      mine.reduce<string | null>((newest, c) => (states.includes(c.state) && c.last > (newest ?? '') ? c.last : newest), null);
    return {
      id: row.id,
      name: row.name,
      waiting: count('wanted', 'sending'),
      doubtful: count('unknown', 'human'),
      refused: count('failed'),
      done: count('done'),
      lastPostedAt: last('done'),
      refusedAt: last('failed'),
      doubtfulAt: last('unknown', 'human'),
      unreachedAt: mine.find((c) => c.unreached !== null)?.unreached ?? null,
    };
  });
}
