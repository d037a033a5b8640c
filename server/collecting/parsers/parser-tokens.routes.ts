import { FeedField } from '#contract/collecting/column-mapping.ts';
import {
  addParserToken,
  listDataTypes,
  listParserTokens,
  listTokenTypes,
  removeParserToken,
  saveParserToken,
  type TokenRow,
} from '#contract/collecting/parser-tokens.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { type Absent, absent } from '#contract/rows/absent.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { dataTypes, type Parser, tokenTypes } from '#domain/parsers/parser.ts';
import { changesBetween, type Receipt } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { isDataType, isTokenType, machineOf, parserRow, tokenRow, tokenRows } from './parser-rows.ts';
import { sampleChanges } from './sample-changes.ts';

type Fields = ArgsOf<typeof addParserToken>;
type Refused = { kind: 'invalid'; fields: Record<string, string> } | Absent;

/** Documented clients name the field by its number; the field that its name in `Target` says goes first. */
const targetOf = ({ target, fieldId }: Fields): FeedField | null => {
  const named = FeedField.safeParse(fieldId === null ? null : fieldOf(fieldId)?.key);
  return target ?? (named.success ? named.data : null);
};

const valuesOf = (fields: Fields) => ({
  parser_id: fields.parserId,
  number: fields.number,
  type: fields.type,
  data_type: fields.dataType,
  target: targetOf(fields),
  field_id: fields.fieldId === 0 ? null : fields.fieldId,
  label: fields.text,
  address: fields.address,
  column_name: fields.column,
  lookup: fields.lookup,
  fallback: fields.fallback,
  rule_id: fields.ruleId === 0 ? null : fields.ruleId,
  next: fields.next,
  next_failed: fields.nextFailed,
});

/** Why a token cannot be saved. */
async function refusalOf(tx: Tx, fields: Fields, id = 0): Promise<Refused | undefined> {
  if (!(await parserRow(tx, fields.parserId))) return absent('parser', fields.parserId);
  const problems: Record<string, string> = {};
  if (!isTokenType(fields.type)) problems['type'] = `Choose a type from 1 to ${tokenTypes.length}.`;
  if (!isDataType(fields.dataType)) problems['dataType'] = `Choose a type from 1 to ${dataTypes.length}.`;
  const others = (await tokenRows(tx, [fields.parserId])).filter((token) => token.id !== id);
  if (others.some(({ number }) => number === fields.number))
    problems['number'] = `The parser has a token ${fields.number} already. Choose another number.`;
  if (fields.ruleId) {
    const rule = await tx.selectFrom('parser_rule').select('id').where('id', '=', fields.ruleId).executeTakeFirst();
    if (!rule) problems['ruleId'] = `There is no rule ${fields.ruleId}. Choose another one.`;
  }
  return Object.keys(problems).length > 0 ? { kind: 'invalid', fields: problems } : undefined;
}

/** The samples before and after a change of a token. */
async function withChanges(services: Services, before: Parser | undefined, token: TokenRow) {
  const after = await machineOf(services.db, token.parserId);
  const today = services.now().toISOString().slice(0, 10);
  return { ...token, changes: before && after ? await sampleChanges(services.db, before, after, today) : [] };
}

type Stored = { readonly token: TokenRow; readonly receipt: Receipt };
const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

export const parserTokenRoutes: Handler[] = [
  handle(listTokenTypes, async () => ok(tokenTypes.map(({ id, name }) => ({ id, name })))),
  handle(listDataTypes, async () => ok(dataTypes.map(({ id, name }) => ({ id, name })))),
  handle(listParserTokens, async ({ parserId }, { services: { db } }) =>
    (await parserRow(db, parserId)) ? ok(await tokenRows(db, [parserId])) : no(absent('parser', parserId)),
  ),

  handle(addParserToken, { audit: 'parser.token.save', ownTransactions: true }, async (fields, { services, record }) => {
    const before = await machineOf(services.db, fields.parserId);
    const stored = await inTransaction(services.db, async (tx): Promise<Refused | Stored> => {
      const refused = await refusalOf(tx, fields);
      if (refused) return refused;
      const { id } = await tx.insertInto('parser_token').values(valuesOf(fields)).returning('id').executeTakeFirstOrThrow();
      const token = await tokenRow(tx, id);
      if (!token) throw new Error('a token was not added');
      const note = { changed: changesBetween(undefined, token), facts: { number: token.number } };
      return { token, receipt: await record(tx, { object: ['parser', token.parserId], ...note }) };
    });
    return 'kind' in stored ? no(stored) : done(await withChanges(services, before, stored.token), stored.receipt);
  }),

  handle(
    saveParserToken,
    { audit: 'parser.token.save', ownTransactions: true },
    async ({ id, ...fields }, { services, record }) => {
      const before = await machineOf(services.db, fields.parserId);
      const stored = await inTransaction(services.db, async (tx): Promise<Refused | Stored> => {
        const known = await tokenRow(tx, id);
        if (!known) return absent('token', id);
        if (known.parserId !== fields.parserId)
          return { kind: 'invalid', fields: { parserId: 'A token cannot move to another parser. Add it there.' } };
        const refused = await refusalOf(tx, fields, id);
        if (refused) return refused;
        await tx.updateTable('parser_token').set(valuesOf(fields)).where('id', '=', id).execute();
        const token = (await tokenRow(tx, id)) ?? known;
        const note = { changed: changesBetween(known, token), facts: { number: token.number } };
        return { token, receipt: await record(tx, { object: ['parser', token.parserId], ...note }) };
      });
      return 'kind' in stored ? no(stored) : done(await withChanges(services, before, stored.token), stored.receipt);
    },
  ),

  handle(removeParserToken, { audit: 'parser.token.remove', ownTransactions: true }, async ({ id }, { services, record }) => {
    const before = await machineOf(services.db, (await tokenRow(services.db, id))?.parserId ?? 0);
    const stored = await inTransaction(services.db, async (tx): Promise<Absent | Stored> => {
      const token = await tokenRow(tx, id);
      if (!token || !(await parserRow(tx, token.parserId))) return absent('token', id);
      await tx.deleteFrom('parser_token').where('id', '=', id).execute();
      for (const column of ['next', 'next_failed'] as const)
        await tx
          .updateTable('parser_token')
          .set({ [column]: 0 })
          .where('parser_id', '=', token.parserId)
          .where(column, '=', token.number)
          .execute();
      return { token, receipt: await record(tx, { object: ['parser', token.parserId], facts: { number: token.number } }) };
    });
    return 'kind' in stored ? no(stored) : done(await withChanges(services, before, stored.token), stored.receipt);
  }),
];
