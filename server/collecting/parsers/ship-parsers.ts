import { dataTypes, type ParserRule, tokenTypes } from '#domain/parsers/parser.ts';
import { type ShippedParser, shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Adds the parsers that the product brings and that this installation never had. Those that it had belong to the provider. */
export async function shipParsers(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const parser of shippedParsers) await ship(tx, parser);
  });
}

async function ship(tx: Tx, { name, description, tokens, ...parser }: ShippedParser): Promise<void> {
  const known = await tx
    .selectFrom('parser')
    .select('id')
    .where((e) => e.or([e('shipped', '=', name), e(e.fn<string>('lower', ['name']), '=', name.toLowerCase())]))
    .executeTakeFirst();
  if (known) return;
  const added = await tx
    .insertInto('parser')
    .values({
      name,
      description,
      reads_sheets: parser.readsSheets,
      needs_table: parser.needsTable,
      without_job_id: parser.withoutJobId,
      lists_all_jobs: parser.listsAllJobs,
      last_column: parser.lastColumn,
      first_row: parser.firstRow,
      last_row: parser.lastRow,
      source_id: null,
      shipped: name,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  const rules = new Map(tokens.flatMap(({ rule }) => (rule ? [[rule.id, rule] as const] : [])));
  const ids = new Map<number, number>();
  for (const rule of rules.values()) ids.set(rule.id, await addRule(tx, rule));
  await tx
    .insertInto('parser_token')
    .values(
      tokens.map(({ number, type, dataType, target, text, address, column, lookup, fallback, rule, next, nextFailed }) => ({
        parser_id: added.id,
        number,
        type: tokenTypes.find(({ kind }) => kind === type)?.id ?? 0,
        data_type: dataTypes.find(({ kind }) => kind === dataType)?.id ?? 0,
        target,
        field_id: null,
        label: text,
        address,
        column_name: column,
        lookup,
        fallback,
        rule_id: rule === null ? null : (ids.get(rule.id) ?? null),
        next,
        next_failed: nextFailed,
      })),
    )
    .execute();
}

/** Adds a rule with its own id, or with the next free one if a person has taken it. */
async function addRule(tx: Tx, { id, pattern, separator, part }: ParserRule): Promise<number> {
  for (let free = id; ; free += 1) {
    const added = await tx
      .insertInto('parser_rule')
      .values({ id: free, only_customer: null, pattern, separator, part })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return added.id;
  }
}
