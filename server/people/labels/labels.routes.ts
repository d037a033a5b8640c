import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { nobody, type TargetRow } from '#contract/rows/rows.ts';
import { copyLabels, listIndustries, listLabelCustomers, listLabels, removeLabel, saveLabel } from '#contract/system/labels.ts';
import { type LabelRows, type LabelSet, levelOf, linesOfSet, rowsOfSet } from '#domain/fields/label-sets.ts';
import { industries } from '#domain/fields/labels.ts';
import { firstTarget, targetKinds } from '#domain/targets/target-kinds.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { storedRow, storedRows } from '#server/kit/db/rows.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { visibleCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { labelRowsOf, placeOf } from './read-labels.ts';
import {
  collectionOf,
  holdLabels,
  mayWrite,
  problemOf,
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

  handle(
    saveLabel,
    { audit: 'label.save', ownTransactions: true },
    async ({ key, value, plural, customerId, industryId, targetId }, { services, actor, record }) => {
      const set = await writableSet(services.db, actor, { customerId, industryId, targetId });
      if ('kind' in set) return no(set);
      return services.db.transaction().execute(async (tx) => {
        await holdLabels(tx, set);
        const before = await labelRowsOf(tx, set.customerId);
        const sent = { key, value, plural };
        const fields = problemOf(set, before, sent);
        if (fields) return no({ kind: 'invalid' as const, fields });
        const written = await rowsFor(tx, set, before, [sent], { by: actor.name, at: services.now().toISOString() });
        const [row] = written;
        if (!row) throw new Error('no row was made of the label');
        const label = linesOfSet(set, withRows(set, before, written)).find((line) => line.key === key);
        if (!label) throw new Error(`the label of ${key} was not written`);
        const reply = { message: messages.labelsSaved, label };
        const old = rowsOfSet(set, before).find(({ fieldKey }) => fieldKey === key);
        if (old && old.value === row.value && old.plural === row.plural) return unchanged(reply);
        const note = {
          object: [collectionOf(set), row.id] as const,
          changed: changesBetween(old && saidBy(old), saidBy(row)),
          ...auditOf(set),
        };
        const receipt = await record(tx, note);
        await publishLabels(tx, set, written);
        return done(reply, receipt);
      });
    },
  ),

  handle(removeLabel, { audit: 'label.remove', ownTransactions: true }, async ({ id }, { services, actor, record }) => {
    const whose = await visibleCustomers(services.db, actor);
    return services.db.transaction().execute(async (tx) => {
      const found = await setOfLabel(tx, whose, id);
      if (!found) return no({ ...absent('label', id), what: messages.labelNotDeleted });
      if (!mayWrite(actor, found.set)) return no({ kind: 'forbidden' as const, needs: 'account.write' as const });
      const facts = { name: found.value, field: found.key };
      const receipt = await record(tx, { object: [collectionOf(found.set), id], facts, ...auditOf(found.set) });
      await publishRemoval(tx, found.set, id);
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
      await holdLabels(tx, to);
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

const auditOf = (set: LabelSet) => (levelOf(set) === 'customerId' ? { customerId: set.customerId } : {});
const saidBy = ({ fieldKey: field, value, plural }: LabelRows['own'][number]) => ({ field, name: value, plural });
const isSame = (row: LabelRows['own'][number], sent: { key: string; value: string; plural: string }): boolean =>
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

type FoundLabel = { readonly set: LabelSet; readonly key: string; readonly value: string };

/** The label with this number, and its set. The numbers of customers' labels are even, those of the others odd. */
async function setOfLabel(tx: Tx, whose: Customers, id: number): Promise<FoundLabel | undefined> {
  if (id % 2 === 1) {
    const row = whose === 'all' ? (await storedRow(tx, nobody, 'generalLabel', id, true))?.row : undefined;
    if (!row) return undefined;
    const set = { customerId: 0, targetId: row.targetId ?? 0, industryId: row.industryId ?? 0 };
    return { set, key: row.fieldKey, value: row.value };
  }
  const [found] = await storedRows(tx, whose, 'label', { where: sql`id = ${id}::bigint`, lock: true });
  if (!found) return undefined;
  return { set: { customerId: found.customerId, targetId: 0, industryId: 0 }, key: found.row.fieldKey, value: found.row.value };
}

/** The kind of each customer's target, by customer. */
async function targetKindsOf(db: Db, whose: Customers): Promise<ReadonlyMap<number, number>> {
  const rows = await storedRows(db, whose, 'target');
  const byCustomer = new Map<number, TargetRow[]>();
  for (const { customerId, row } of rows) byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), row]);
  return new Map([...byCustomer].map(([id, targets]) => [id, firstTarget(targets)?.typeId ?? 0]));
}
