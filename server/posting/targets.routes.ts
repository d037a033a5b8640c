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
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { mappingTargets } from '#domain/targets/home-target.ts';
import { canConnect, firstTarget, targetKind, targetKinds } from '#domain/targets/target-kinds.ts';
import { writeRows } from '../feed/publish.ts';
import { changesBetween } from '../kit/db/audit.ts';
import { storedRow } from '../kit/db/rows.ts';
import { done } from '../kit/http/audited.ts';
import { namedCustomers } from '../kit/http/customer-access.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { row, rowOfActor } from '../kit/http/loaders.ts';
import { targetsOpenedBy } from '../targets/open-target.ts';
import { documentedTargets, targetsOf } from '../targets/target-rows.ts';
import { fieldsSent } from './field-mapping/read-field-mapping.ts';
import { postCounts } from './post-counts.ts';
import { removeTargetRoute } from './remove-target.ts';
import { saveTargetRoute } from './save-target.ts';

/** What a connection that cannot be opened lacks. */
function notReady(typeId: number): string {
  const form = connectionForm(typeId);
  const page = form?.ownSignIn;
  if (page !== undefined) return `Sign in at ${page} first, or enter the secret of its app.`;
  const labels = (form?.fields ?? []).filter(({ isRequired }) => isRequired).map(({ label }) => label);
  return `Fill in ${new Intl.ListFormat('en').format(labels)} first.`;
}

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
        : { kind: 'failed' as const, words: notReady(target.row.typeId) };
      const isFailed = answer.kind === 'failed';
      const signInAt = isFailed ? (connectionForm(target.row.typeId)?.ownSignIn ?? null) : null;
      const reply = { state: answer.kind, words: isFailed ? answer.words : '', signInAt };
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
    const all = await targetsOf(services.db, namedCustomers(cust));
    const targets = all.filter(({ customerId, row }) =>
      mappingTargets(all.flatMap((one) => (one.customerId === customerId ? [one.row] : []))).includes(row),
    );
    return ok(targets.map(({ row }) => ({ id: row.id, name: row.name })));
  }),
  handle(firstTargetId, async ({ cust }, { services }) => {
    const rows = (await targetsOf(services.db, cust)).map(({ row }) => row);
    return ok(firstTarget(rows)?.id ?? 0);
  }),
  handle(targetStatus, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(
      (await postCounts(services.db, namedCustomers(cust))).map(({ target: { row }, counts }) => ({
        id: row.id,
        name: row.name,
        ...counts,
      })),
    ),
  ),
];
