import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { LabelRow } from '#contract/rows/label.ts';
import { nobody, type TargetRow } from '#contract/rows/rows.ts';
import {
  copyLabels,
  type Label,
  listIndustries,
  listLabelCustomers,
  listLabels,
  removeLabel,
  saveLabel,
} from '#contract/system/labels.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { problemOf, removalProblem, type SentLabel } from '#domain/fields/label-rules.ts';
import { type LabelRows, type LabelSet, levelOf, linesOfSet, rowsOfSet } from '#domain/fields/label-sets.ts';
import { industries } from '#domain/fields/labels.ts';
import { firstTarget, targetKinds } from '#domain/targets/target-kinds.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { storedRow, storedRows } from '#server/kit/db/rows.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { inCustomer } from '#server/kit/http/call-scope.ts';
import { visibleCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { labelRowsOf, placeOf } from './read-labels.ts';
import {
  collectionOf,
  holdAllLabels,
  holdLabels,
  mayWrite,
  publishLabels,
  publishRemoval,
  rowsFor,
  withRows,
} from './write-labels.ts';

/** What fields and other words are called: by customers, by kinds of target and by industries. */
export const labelRoutes: Handler[] = [
  handle(listIndustries, async () => ok([...industries])),

  handle(listLabelCustomers, async (_args, { services: { db }, actor }) => {
    const whose = await visibleCustomers(db, actor);
    const customers = await db
      .selectFrom('customer')
      .select(['id', 'name', 'industry'])
      .where('deleted_at', 'is', null)
      .$if(whose !== 'all', (query) => query.where('id', 'in', whose as readonly number[]))
      .orderBy('name')
      .execute();
    const kinds = await targetKindsOf(db, whose);
    return ok(
      customers
        .filter(({ id }) => mayWrite(actor, { customerId: id, targetId: 0, industryId: 0 }))
        .map(({ id, name, industry: industryId }) => ({ id, name, industryId, targetId: kinds.get(id) ?? 0 })),
    );
  }),

  handle(listLabels, async (asked, { services: { db }, actor }) => {
    const set = await knownSet(db, actor, asked);
    if ('kind' in set) return no(set);
    return ok(linesOfSet(set, await labelRowsOf(db, set.customerId)));
  }),

  handle(saveLabel, { audit: 'label.save', ownTransactions: true }, async (sent, call) => {
    const { services, actor, record } = call;
    const { key, value, plural, customerId, industryId, targetId } = sent;
    const set = await writableSet(services.db, actor, { customerId, industryId, targetId });
    if ('kind' in set) return no(set);
    if (levelOf(set) === 'customerId') return saveOwn(call, set, { key, value, plural });
    return services.db.transaction().execute(async (tx) => {
      await holdLabels(tx, set);
      const before = await labelRowsOf(tx, set.customerId);
      const fields = problemOf(set, before, { key, value, plural });
      if (fields) return no({ kind: 'invalid' as const, fields });
      const written = await rowsFor(tx, set, before, [{ key, value, plural }], {
        by: actor.name,
        at: services.now().toISOString(),
      });
      const [row] = written;
      if (!row) throw new Error('no row was made of the label');
      const reply = { message: messages.labelsSaved, label: lineOf(set, withRows(set, before, written), key) };
      const old = rowsOfSet(set, before).find(({ fieldKey }) => fieldKey === key);
      if (old && old.value === row.value && old.plural === row.plural) return unchanged(reply);
      const changed = changesBetween(old && saidBy(old), saidBy(row));
      const receipt = await record(tx, { object: [collectionOf(set), row.id], changed });
      await publishLabels(tx, set, written);
      return done(reply, receipt);
    });
  }),

  handle(removeLabel, { audit: 'label.remove', ownTransactions: true }, async ({ id }, call) => {
    const { services, actor, record } = call;
    const whose = await visibleCustomers(services.db, actor);
    const found = await setOfLabel(services.db, whose, id);
    if (!found) return no({ ...absent('label', id), what: messages.labelNotDeleted });
    const { set, key } = found;
    if (!mayWrite(actor, set)) return no({ kind: 'forbidden' as const, needs: 'account.write' as const });
    if (levelOf(set) === 'customerId') return removeOwn(call, set.customerId, { id, key });
    return services.db.transaction().execute(async (tx) => {
      await holdLabels(tx, set);
      const rows = await labelRowsOf(tx, set.customerId);
      const row = rowsOfSet(set, rows).find((each) => each.id === id);
      if (!row) return no({ ...absent('label', id), what: messages.labelNotDeleted });
      const problem = removalProblem(set, rows, key);
      if (problem !== null) return no({ kind: 'invalid' as const, fields: { id: problem } });
      const receipt = await record(tx, { object: ['generalLabel', id], facts: { name: row.value, field: key } });
      await publishRemoval(tx, id);
      return done({ message: messages.labelDeleted }, receipt);
    });
  }),

  handle(copyLabels, { audit: 'label.copy', ownTransactions: true }, async (asked, { services, actor, record }) => {
    const from = await knownSet(services.db, actor, asked.from);
    if ('kind' in from) return no(from);
    const to = await writableSet(services.db, actor, asked.to);
    if ('kind' in to) return no(to);
    const given = rowsOfSet(from, await labelRowsOf(services.db, from.customerId));
    return services.db.transaction().execute(async (tx) => {
      await holdAllLabels(tx, to);
      const before = await labelRowsOf(tx, to.customerId);
      const sent = given
        .map(({ fieldKey: key, value, plural }) => ({ key, value, plural }))
        .filter((one) => !rowsOfSet(to, before).some((row) => isSame(row, one)));
      const written = await rowsFor(tx, to, before, sent, { by: actor.name, at: services.now().toISOString() });
      const after = withRows(to, before, written);
      const fields = sent.map((one) => problemOf(to, after, one)).find((problem) => problem !== null);
      if (fields) return no({ kind: 'invalid' as const, fields: { from: Object.values(fields).join(' ') } });
      const reply = { message: messages.labelsSaved, changed: written.length };
      if (written.length === 0) return unchanged(reply);
      const receipt = await record(tx, { facts: { labels: written.length }, ...auditOf(to) });
      await publishLabels(tx, to, written);
      return done(reply, receipt);
    });
  }),
];

type OwnCall = Pick<Call, 'services' | 'actor' | 'idempotencyKey'>;

/** A customer's own label by the command that its devices queue, which writes the audit line. */
async function saveOwn(call: OwnCall, set: LabelSet, { key, value, plural }: SentLabel) {
  const { services, actor } = call;
  const { customerId } = set;
  const before = (await labelRowsOf(services.db, customerId)).own.find(({ fieldKey }) => fieldKey === key);
  const ref = labelRef(key);
  const args = { fieldKey: key, value, plural, ...(before ? { id: before.id, ref: null } : { id: localIdOf(ref), ref }) };
  const saved = await callCommand({ ...call, actor: inCustomer(actor, customerId) }, customerId, 'label.save.v1', args);
  if (!saved.ok) return saved.error.kind === 'invalid' ? no({ ...saved.error, fields: argumentsOf(saved.error.fields) }) : saved;
  return unchanged({ message: messages.labelsSaved, label: lineOf(set, await labelRowsOf(services.db, customerId), key) });
}

async function removeOwn(call: OwnCall, customerId: number, { id, key }: { readonly id: number; readonly key: string }) {
  const args = { id, ref: null, fieldKey: key };
  const by = { ...call, actor: inCustomer(call.actor, customerId) };
  const removed = await callCommand(by, customerId, 'label.remove.v1', args);
  if (removed.ok) return unchanged({ message: messages.labelDeleted });
  return removed.error.kind === 'invalid'
    ? no({ ...removed.error, fields: { id: Object.values(removed.error.fields).join(' ') } })
    : removed;
}

/** Problems by the arguments of the call: the command names the key otherwise. */
const argumentsOf = ({ fieldKey, ...fields }: Record<string, string>): Record<string, string> =>
  fieldKey === undefined ? fields : { ...fields, key: fieldKey };

function lineOf(set: LabelSet, rows: LabelRows, key: string): Label {
  const line = linesOfSet(set, rows).find((each) => each.key === key);
  if (!line) throw new Error(`there is no label of ${key}`);
  return line;
}

const auditOf = (set: LabelSet) => (levelOf(set) === 'customerId' ? { customerId: set.customerId } : {});
type Said = Pick<LabelRow, 'fieldKey' | 'value' | 'plural'>;
const saidBy = ({ fieldKey: field, value, plural }: Said) => ({ field, name: value, plural });
const isSame = (row: Said, sent: { key: string; value: string; plural: string }): boolean =>
  row.fieldKey === sent.key && row.value === sent.value && row.plural === sent.plural;

type Unknown = { readonly kind: 'not_found' } | { readonly kind: 'invalid'; readonly fields: Record<string, string> };
type Refused = Unknown | { readonly kind: 'forbidden'; readonly needs: 'account.write' | 'admin' };

/** A set with the target and industry of its customer, if the caller may see it. */
async function knownSet(db: Db, actor: Actor, set: LabelSet): Promise<LabelSet | Unknown> {
  const { customerId, targetId, industryId } = set;
  if (levelOf(set) === undefined)
    return { kind: 'invalid', fields: { customerId: 'Choose a customer, a target or an industry.' } };
  if (targetId !== 0 && !targetKinds.some(({ id }) => id === targetId))
    return { kind: 'invalid', fields: { targetId: `There is no kind of target ${targetId}. Choose one of the list.` } };
  if (industryId !== 0 && !industries.some(({ id }) => id === industryId))
    return { kind: 'invalid', fields: { industryId: `There is no industry ${industryId}. Choose one of the list.` } };
  if (customerId === 0) return set;
  const whose = await visibleCustomers(db, actor);
  const place = whose === 'all' || whose.includes(customerId) ? await placeOf(db, customerId) : undefined;
  if (!place) return { kind: 'not_found' };
  return { customerId, targetId: targetId || place.targetId, industryId: industryId || place.industryId };
}

async function writableSet(db: Db, actor: Actor, set: LabelSet): Promise<LabelSet | Refused> {
  const known = await knownSet(db, actor, set);
  if ('kind' in known || mayWrite(actor, known)) return known;
  return { kind: 'forbidden', needs: levelOf(known) === 'customerId' ? 'account.write' : 'admin' };
}

type FoundLabel = { readonly set: LabelSet; readonly key: string };

/** The label with this number, and its set. The numbers of customers' labels are even, those of the others odd. */
async function setOfLabel(db: Db, whose: Customers, id: number): Promise<FoundLabel | undefined> {
  if (id % 2 === 1) {
    const row = whose === 'all' ? (await storedRow(db, nobody, 'generalLabel', id))?.row : undefined;
    if (!row) return undefined;
    const set = { customerId: 0, targetId: row.targetId ?? 0, industryId: row.industryId ?? 0 };
    return { set, key: row.fieldKey };
  }
  const [found] = await storedRows(db, whose, 'label', { where: sql`id = ${id}::bigint` });
  return found && { set: { customerId: found.customerId, targetId: 0, industryId: 0 }, key: found.row.fieldKey };
}

/** The kind of each customer's target, by customer. */
async function targetKindsOf(db: Db, whose: Customers): Promise<ReadonlyMap<number, number>> {
  const rows = await storedRows(db, whose, 'target');
  const byCustomer = new Map<number, TargetRow[]>();
  for (const { customerId, row } of rows) byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), row]);
  return new Map([...byCustomer].map(([id, targets]) => [id, firstTarget(targets)?.typeId ?? 0]));
}
