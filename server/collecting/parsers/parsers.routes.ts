import { sql } from 'kysely';
import {
  addParser,
  assignParser,
  listCustomerParsers,
  listOwnParsers,
  listParserNames,
  listParsers,
  type ParserRow,
  removeParser,
  saveParser,
  unassignParser,
} from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { parserRow, parserRows } from './parser-rows.ts';

type Fields = Omit<ParserRow, 'id' | 'tokens' | 'samples' | 'customers'>;

const nameTaken = no({
  kind: 'invalid' as const,
  fields: { name: 'A parser with this name exists already. Choose another name.' },
});
const wrongRows = no({
  kind: 'invalid' as const,
  fields: { lastRow: 'The last row is before the first row. Enter a later row, or 0.' },
});

const valuesOf = ({
  readsSheets,
  needsTable,
  withoutJobId,
  lastColumn,
  firstRow,
  lastRow,
  sourceId,
  listsAllJobs,
  ...plain
}: Fields) => ({
  name: plain.name,
  description: plain.description,
  reads_sheets: readsSheets,
  needs_table: needsTable,
  without_job_id: withoutJobId,
  lists_all_jobs: listsAllJobs,
  last_column: lastColumn.toUpperCase(),
  first_row: firstRow,
  last_row: lastRow,
  source_id: sourceId === 0 ? null : sourceId,
});

const isTaken = async (tx: Tx, name: string, id = 0): Promise<boolean> =>
  (await sql`select id from parser where removed_at is null and lower(name) = lower(${name}) and id <> ${id}`.execute(tx)).rows
    .length > 0;

/** What a person changes of a parser, without its counts. */
const shown = ({ tokens: _tokens, samples: _samples, customers: _customers, ...row }: ParserRow) => row;

export const parserRoutes: Handler[] = [
  handle(listParsers, async (_args, { services }) => ok(await parserRows(services.db))),
  handle(listParserNames, async (_args, { services }) => ok(namesOf(await parserRows(services.db)))),
  handle(listOwnParsers, async (_args, { services: { db }, actor }) => {
    const rows = await parserRows(db);
    if (actor.administrator) return ok(namesOf(rows));
    const own = await db.selectFrom('customer_parser').select('parser_id').where('customer_id', '=', actor.customerId).execute();
    return ok(namesOf(rows.filter(({ id }) => own.some(({ parser_id }) => parser_id === id))));
  }),

  handle(addParser, { audit: 'parser.add' }, async (fields, { tx }) => {
    // Two people who add one name at the same time: the second waits, and then finds the first one's.
    await sql`select pg_advisory_xact_lock(hashtext('parser names'))`.execute(tx);
    if (await isTaken(tx, fields.name)) return nameTaken;
    if (fields.lastRow > 0 && fields.lastRow < fields.firstRow) return wrongRows;
    const { id } = await tx.insertInto('parser').values(valuesOf(fields)).returning('id').executeTakeFirstOrThrow();
    const [row] = await parserRows(tx, id);
    if (!row) throw new Error('a parser was not added');
    return done(row, { object: ['parser', id], changed: changesBetween(undefined, shown(row)) });
  }),
  handle(saveParser, { audit: 'parser.save' }, async ({ id, ...fields }, { tx }) => {
    await sql`select pg_advisory_xact_lock(hashtext('parser names'))`.execute(tx);
    const before = await parserRow(tx, id);
    if (!before) return no(absent('parser', id));
    if (await isTaken(tx, fields.name, id)) return nameTaken;
    if (fields.lastRow > 0 && fields.lastRow < fields.firstRow) return wrongRows;
    await tx.updateTable('parser').set(valuesOf(fields)).where('id', '=', id).execute();
    const row = (await parserRow(tx, id)) ?? before;
    return done(row, { object: ['parser', id], changed: changesBetween(shown(before), shown(row)) });
  }),
  handle(removeParser, { audit: 'parser.remove' }, async ({ id }, { tx, services }) => {
    const row = await parserRow(tx, id);
    if (!row) return no(absent('parser', id));
    await tx.deleteFrom('customer_parser').where('parser_id', '=', id).execute();
    await tx.deleteFrom('parser_sample').where('parser_id', '=', id).execute();
    await tx.updateTable('parser').set({ removed_at: services.now() }).where('id', '=', id).execute();
    return done(row, { object: ['parser', id], facts: { name: row.name } });
  }),

  handle(listCustomerParsers, async ({ cust }, { services: { db } }) => {
    const rows = await parserRows(db);
    const own = await db.selectFrom('customer_parser').select('parser_id').where('customer_id', '=', cust).execute();
    const assigned = rows.filter(({ id }) => own.some(({ parser_id }) => parser_id === id));
    return ok(assigned.map(({ id, name, description }) => ({ id, name, description })));
  }),
  handle(assignParser, { audit: 'parser.assign' }, async ({ cust, parserId }, { tx }) => {
    const parser = await parserRow(tx, parserId);
    if (!parser) return no(absent('parser', parserId));
    const added = await tx
      .insertInto('customer_parser')
      .values({ customer_id: cust, parser_id: parserId })
      .onConflict((c) => c.doNothing())
      .returning('parser_id')
      .executeTakeFirst();
    if (!added) return no({ kind: 'invalid', fields: { parserId: messages.parserTwice } });
    return done({ id: parser.id, name: parser.name }, { object: ['parser', parserId], facts: { name: parser.name } });
  }),
  handle(unassignParser, { audit: 'parser.unassign' }, async ({ cust, parserId }, { tx }) => {
    const parser = await parserRow(tx, parserId);
    const { numDeletedRows } = await tx
      .deleteFrom('customer_parser')
      .where('customer_id', '=', cust)
      .where('parser_id', '=', parserId)
      .executeTakeFirst();
    if (!parser || numDeletedRows === 0n) return no(absent('parser', parserId));
    return done({ id: parser.id, name: parser.name }, { object: ['parser', parserId], facts: { name: parser.name } });
  }),
];

const namesOf = (rows: readonly ParserRow[]) => rows.map(({ id, name }) => ({ id, name }));
