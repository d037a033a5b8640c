import type { SourceRow } from '#contract/rows/rows.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { auditRow } from '#server/commands/record.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { ruleVersions } from './rule-effects.ts';

/** Copies rules of one customer to another, inactive, in one transaction. Returns the new ids in the same order. */
export async function copyRules(
  db: Db,
  { actor, now, from, to }: { actor: Actor; now: Date; from: number; to: number },
  rules: readonly StoredRule[],
): Promise<number[]> {
  if (rules.length === 0) return [];
  return db.transaction().execute(async (tx) => {
    const ids = await nextIds(tx, 'rule', rules.length);
    const sources = await sourcesByName(tx, from, to);
    const at = now.toISOString();
    const writes = rules.map((rule, i) => ({
      collection: 'rule' as const,
      row: {
        ...rule,
        id: ids[i] ?? 0,
        ref: null,
        ...placeIn(rule, sources),
        global: false,
        active: false,
        deleted: false,
        version: 1,
        by: actor.name,
        at,
      },
    }));
    const args = { words: `Copied from customer ${from}`, rules: rules.map(({ id }) => id) };
    const sent = { actor, customerId: to, name: 'rule.copyto', args, pre: {}, now, decidedAt: null, lane: null };
    await writeRows(tx, to, writes, (rev) => [...ruleVersions(sent, writes), auditRow(sent, { writes, book: rowSet(), rev })]);
    return ids;
  });
}

type Sources = { readonly there: ReadonlyMap<string, number>; readonly names: ReadonlyMap<number, string> };

/** Assigns the rule to the other customer's source of the same name. If there is none, the condition tests that name. */
function placeIn({ sourceId, source }: StoredRule, { there, names }: Sources): Pick<StoredRule, 'sourceId' | 'source'> {
  const name = sourceId === null ? undefined : names.get(sourceId);
  if (name === undefined) return { sourceId: null, source };
  const other = there.get(name.toLowerCase());
  if (other !== undefined) return { sourceId: other, source };
  const asked = `[Source] equal ${JSON.stringify(name)}`;
  return { sourceId: null, source: source.trim() === '' ? asked : `${asked} and (${source})` };
}

async function sourcesByName(tx: Tx, from: number, to: number): Promise<Sources> {
  const rows = await tx
    .selectFrom('source')
    .select(['customer_id', 'row'])
    .where('customer_id', 'in', [from, to])
    .where('deleted', '=', false)
    .execute();
  const of = (customerId: number) => rows.flatMap((found) => (found.customer_id === customerId ? [found.row as SourceRow] : []));
  return {
    there: new Map(of(to).map(({ name, id }) => [name.toLowerCase(), id])),
    names: new Map(of(from).map(({ name, id }) => [id, name])),
  };
}
