import { addSample, listSamples, readParserSample, removeSample, type SampleRow } from '#contract/collecting/parsers.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { readSampleApart } from '#server/parsing/read-apart.ts';
import { refusedFile } from '#server/parsing/refused-file.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import { machineOf, parserRow } from './parser-rows.ts';
import { mostSamples } from './sample-changes.ts';
import { sampleMail } from './sample-mail.ts';

const columns = ['id', 'name', 'added_at'] as const;
const rowOf = ({ id, name, added_at }: { id: number; name: string; added_at: unknown }): SampleRow => ({
  id,
  name,
  addedAt: new Date(String(added_at)).toISOString(),
});

const samplesOf = async (db: Db | Tx, parserId: number): Promise<SampleRow[]> =>
  (await db.selectFrom('parser_sample').select(columns).where('parser_id', '=', parserId).orderBy('id', 'desc').execute()).map(
    rowOf,
  );

export const parserSampleRoutes: Handler[] = [
  handle(listSamples, async ({ id }, { services: { db } }) =>
    (await parserRow(db, id)) ? ok(await samplesOf(db, id)) : no(absent('parser', id)),
  ),

  handle(readParserSample, async ({ id, sample }, { services, actor }) => {
    const parser = await machineOf(services.db, id);
    if (!parser) return no(absent('parser', id));
    const kept = await services.db
      .selectFrom('parser_sample')
      .select(['name', 'content'])
      .where('parser_id', '=', id)
      .where('id', '=', sample)
      .executeTakeFirst();
    if (!kept) return no(absent('sample', sample));
    const context = { today: services.now().toISOString().slice(0, 10), dateOrder: 'MDY' as const };
    const fieldAliases = await columnAliasesOf(services.db, actor.customerId);
    const question = { name: kept.name, parser, earlier: null, rule: null, context, fieldAliases };
    const read = await readSampleApart(kept.content, question, { customerId: actor.customerId });
    return read.ok ? ok(read.value) : refusedFile(read.error);
  }),

  handle(
    addSample,
    { audit: 'parser.sample.add', ownTransactions: true },
    async ({ id, file, fileName }, { services, actor, record }) => {
      const parser = await machineOf(services.db, id);
      if (!parser) return no(absent('parser', id));
      const context = { today: services.now().toISOString().slice(0, 10), dateOrder: 'MDY' as const };
      const fieldAliases = await columnAliasesOf(services.db, actor.customerId);
      const question = { name: fileName, parser, earlier: null, rule: null, context, fieldAliases };
      const read = await readSampleApart(file, question, { customerId: actor.customerId });
      if (!read.ok) return refusedFile(read.error);
      const content = sampleMail(read.value);
      const name = read.value.subject || fileName;
      const stored = await services.db.transaction().execute(async (tx) => {
        const row = await parserRow(tx, id);
        if (!row || row.samples >= mostSamples) return row;
        const added = await tx
          .insertInto('parser_sample')
          .values({ parser_id: id, name, content, added_at: services.now() })
          .returning(columns)
          .executeTakeFirstOrThrow();
        const receipt = await record(tx, { object: ['parser', id], facts: { sample: name, bytes: content.byteLength } });
        return { added: rowOf(added), receipt };
      });
      if (!stored) return no(absent('parser', id));
      if (!('added' in stored))
        return no({ kind: 'invalid', fields: { file: `The parser has ${mostSamples} samples. Remove one first.` } });
      return done(stored.added, stored.receipt);
    },
  ),

  handle(removeSample, { audit: 'parser.sample.remove' }, async ({ id, sample }, { tx }) => {
    const removed = await tx
      .deleteFrom('parser_sample')
      .where('parser_id', '=', id)
      .where('id', '=', sample)
      .returning(columns)
      .executeTakeFirst();
    if (!removed) return no(absent('sample', sample));
    return done(rowOf(removed), { object: ['parser', id], facts: { sample: removed.name } });
  }),
];
