import { sql } from 'kysely';
import type { TokenRow } from '#contract/collecting/parser-tokens.ts';
import type { ParserRow } from '#contract/collecting/parsers.ts';
import { dataTypes, type Parser, type ParserRule, type ParserToken, tokenTypes } from '#domain/parsers/parser.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Parsers with the numbers of their tokens, samples and customers, by name. */
export async function parserRows(db: Db | Tx, id?: number): Promise<ParserRow[]> {
  const one = id === undefined ? sql`true` : sql`p.id = ${id}`;
  const { rows } = await sql<ParserRow>`
    select p.id, p.name, p.description, p.reads_sheets as "readsSheets", p.needs_table as "needsTable",
      p.without_job_id as "withoutJobId", p.last_column as "lastColumn", p.first_row as "firstRow", p.last_row as "lastRow",
      p.source_id as "sourceId", p.lists_all_jobs as "listsAllJobs",
      (select count(*)::integer from parser_token t where t.parser_id = p.id) as tokens,
      (select count(*)::integer from parser_sample s where s.parser_id = p.id) as samples,
      (select count(*)::integer from customer_parser c where c.parser_id = p.id) as customers
    from parser p where p.removed_at is null and ${one} order by lower(p.name)`.execute(db);
  return rows;
}

/** A parser of the list; locked until the transaction ends, if it runs in one. */
export async function parserRow(db: Db | Tx, id: number): Promise<ParserRow | undefined> {
  if (db.isTransaction) await sql`select id from parser where id = ${id} for update`.execute(db);
  return (await parserRows(db, id))[0];
}

const tokenColumns = sql`id, parser_id as "parserId", number, type, data_type as "dataType", rule_id as "ruleId", target,
  field_id as "fieldId", label as text, address, column_name as "column", lookup, fallback, next, next_failed as "nextFailed"`;

/** The tokens of parsers, in the order in which they run. */
export async function tokenRows(db: Db | Tx, parserIds: readonly number[]): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select ${tokenColumns} from parser_token where parser_id = any(${parserIds}::integer[]) order by parser_id, number`.execute(
    db,
  );
  return rows;
}

export async function tokenRow(db: Db | Tx, id: number): Promise<TokenRow | undefined> {
  return (await sql<TokenRow>`select ${tokenColumns} from parser_token where id = ${id}`.execute(db)).rows[0];
}

/** The machines of parsers, ready to run. */
async function machines(db: Db | Tx, rows: readonly ParserRow[]): Promise<Parser[]> {
  const tokens = await tokenRows(
    db,
    rows.map(({ id }) => id),
  );
  const ruleIds = tokens.flatMap(({ ruleId }) => (ruleId === null ? [] : [ruleId]));
  const stored = ruleIds.length === 0 ? [] : await db.selectFrom('parser_rule').selectAll().where('id', 'in', ruleIds).execute();
  const rules = new Map(
    stored.map(({ id, only_customer, pattern, separator, part }): [number, ParserRule] => [
      id,
      { id, customerId: only_customer, pattern, separator, part },
    ]),
  );
  return rows.map((row) => ({
    ...row,
    tokens: tokens.filter(({ parserId }) => parserId === row.id).map((token) => machineToken(token, rules)),
  }));
}

const typeOf = new Map(tokenTypes.map(({ id, kind }) => [id as number, kind]));
const dataTypeOf = new Map(dataTypes.map(({ id, kind }) => [id as number, kind]));
export const isTokenType = (id: number): boolean => typeOf.has(id);
export const isDataType = (id: number): boolean => dataTypeOf.has(id);

function machineToken(
  { id, parserId, fieldId, ruleId, type, dataType, target, ...token }: TokenRow,
  rules: ReadonlyMap<number, ParserRule>,
): ParserToken {
  const [kind, data] = [typeOf.get(type), dataTypeOf.get(dataType)];
  if (!kind || !data) throw new Error(`token ${id} of parser ${parserId} is of no known type (field ${fieldId})`);
  return {
    ...token,
    type: kind,
    dataType: data,
    target,
    rule: ruleId === null ? null : (rules.get(ruleId) ?? null),
  };
}

export async function machineOf(db: Db | Tx, id: number): Promise<Parser | undefined> {
  return (await machines(db, await parserRows(db, id)))[0];
}

/** The parsers that read a customer's mails. `collectMailApart` takes them. */
export async function parsersOfCustomer(db: Db | Tx, customerId: number): Promise<Parser[]> {
  const assigned = await db.selectFrom('customer_parser').select('parser_id').where('customer_id', '=', customerId).execute();
  const ids = new Set(assigned.map(({ parser_id }) => parser_id));
  return machines(
    db,
    (await parserRows(db)).filter(({ id }) => ids.has(id)),
  );
}
