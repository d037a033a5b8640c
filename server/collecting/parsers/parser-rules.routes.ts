import { sql } from 'kysely';
import {
  addParserRule,
  listParserRules,
  type ParserRuleRow,
  readMaxParserRule,
  saveParserRule,
  testParserRule,
} from '#contract/collecting/parser-rules.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { firstTriggerId, isTrigger, type ParserRule } from '#domain/parsers/parser.ts';
import { patternProblem } from '#domain/rules/language/pattern.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { readSampleApart } from '#server/parsing/read-apart.ts';
import { machineOf } from './parser-rows.ts';
import { sampleChanges } from './sample-changes.ts';

type Fields = ArgsOf<typeof addParserRule>;

/** Samples that a rule is tried on if the caller names no text. */
const mostTried = 20;

async function ruleRows(db: Db | Tx, id?: number): Promise<ParserRuleRow[]> {
  const one = id === undefined ? sql`true` : sql`r.id = ${id}`;
  const { rows } = await sql<ParserRuleRow>`
    select r.id, r.only_customer as "onlyCustomer", 6 as "ruleType", r.pattern, r.separator, r.part, r.description,
      coalesce((select string_agg(distinct p.name, ', ') from parser_token t join parser p on p.id = t.parser_id and p.removed_at is null
        where t.rule_id = r.id), '') as "parserNames"
    from parser_rule r where ${one} order by r.id`.execute(db);
  return rows;
}

/** Why a rule cannot be saved. */
async function problemsOf(tx: Tx, { id, pattern, separator, part, onlyCustomer }: Fields) {
  const fields: Record<string, string> = {};
  const broken = pattern === '' ? null : patternProblem(pattern);
  if (broken !== null) fields['pattern'] = broken;
  if (pattern === '' && (isTrigger({ id }) || separator === ''))
    fields['pattern'] = isTrigger({ id }) ? 'A trigger needs a pattern.' : 'Enter a pattern, or a separator with a number.';
  if (part !== 0 && separator === '') fields['separator'] = 'Enter the sign between the parts that are counted.';
  if (onlyCustomer) {
    const customer = await tx.selectFrom('customer').select('id').where('id', '=', onlyCustomer).executeTakeFirst();
    if (!customer) fields['onlyCustomer'] = `There is no customer with the id ${onlyCustomer}.`;
  }
  return Object.keys(fields).length > 0 ? no({ kind: 'invalid' as const, fields }) : undefined;
}

const valuesOf = ({ id, onlyCustomer, pattern, separator, part, description }: Fields) => ({
  id,
  only_customer: onlyCustomer === 0 ? null : onlyCustomer,
  pattern,
  separator,
  part,
  description,
});

export const parserRuleRoutes: Handler[] = [
  handle(listParserRules, async (_args, { services }) => ok(await ruleRows(services.db))),

  handle(readMaxParserRule, async (_args, { services: { db } }) => {
    const { rows } = await sql<{ rule: number; trigger: number }>`
      select coalesce(max(id) filter (where id < ${firstTriggerId}), 0) as rule,
        coalesce(max(id) filter (where id >= ${firstTriggerId}), ${firstTriggerId - 1}) as trigger from parser_rule`.execute(db);
    const { rule, trigger } = rows[0] ?? { rule: 0, trigger: firstTriggerId - 1 };
    return ok({ id: Math.max(rule, trigger >= firstTriggerId ? trigger : 0), rule, trigger });
  }),

  handle(addParserRule, { audit: 'parser.rule.add' }, async (fields, { tx }) => {
    const refused = await problemsOf(tx, fields);
    if (refused) return refused;
    const added = await tx
      .insertInto('parser_rule')
      .values(valuesOf(fields))
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return no({ kind: 'invalid', fields: { id: `There is a rule ${fields.id} already. Choose another number.` } });
    const [row] = await ruleRows(tx, fields.id);
    if (!row) throw new Error('a rule was not added');
    return done({ ...row, changes: [] }, { object: ['parserRule', row.id], changed: changesBetween(undefined, row) });
  }),

  handle(saveParserRule, { audit: 'parser.rule.save', ownTransactions: true }, async (fields, { services, record }) => {
    const { db } = services;
    const users = await db.selectFrom('parser_token').select('parser_id').distinct().where('rule_id', '=', fields.id).execute();
    const parsers = await Promise.all(users.map(({ parser_id }) => machineOf(db, parser_id)));
    const stored = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('parser_rule').select('id').where('id', '=', fields.id).forUpdate().execute();
      const [before] = await ruleRows(tx, fields.id);
      if (!before) return no(absent('parser rule', fields.id));
      const refused = await problemsOf(tx, fields);
      if (refused) return refused;
      await tx.updateTable('parser_rule').set(valuesOf(fields)).where('id', '=', fields.id).execute();
      const [row = before] = await ruleRows(tx, fields.id);
      const receipt = await record(tx, { object: ['parserRule', row.id], changed: changesBetween(before, row) });
      return ok({ row, receipt });
    });
    if (!stored.ok) return stored;
    const changes = [];
    for (const before of parsers) {
      const after = before && (await machineOf(db, before.id));
      if (after) changes.push(...(await sampleChanges(db, before, after, services.now().toISOString().slice(0, 10))));
    }
    return done({ ...stored.value.row, changes }, stored.value.receipt);
  }),

  handle(testParserRule, { audit: onlyReads }, async ({ text, sample, id, pattern, separator, part }, { services, actor }) => {
    const rule: ParserRule = { id, customerId: null, pattern, separator, part };
    const problem = pattern === '' ? null : patternProblem(pattern);
    if (problem !== null) return ok({ problem, findings: [] });
    const tried = text === undefined ? await samplesOf(services.db, sample) : [{ name: 'Text', content: Buffer.from(text) }];
    if (!tried) return no(absent('sample', sample ?? 0));
    const findings = [];
    const context = { today: services.now().toISOString().slice(0, 10), dateOrder: 'MDY' as const };
    for (const { name, content } of tried) {
      const question = { name, isTyped: text !== undefined, parser: null, earlier: null, rule, context };
      const read = await readSampleApart(content, question, { customerId: actor.customerId });
      if (read.ok) findings.push({ name, problem: read.value.ruleProblem, matches: read.value.matches });
      else findings.push({ name, problem: read.error.words, matches: [] });
    }
    return ok({ problem: null, findings });
  }),
];

/** One sample, or the newest samples of all parsers. Undefined if there is no such sample. */
async function samplesOf(db: Db, sample: number | undefined) {
  const samples = db.selectFrom('parser_sample').select(['name', 'content']).orderBy('id', 'desc');
  if (sample === undefined) return await samples.limit(mostTried).execute();
  const found = await samples.where('id', '=', sample).execute();
  return found.length > 0 ? found : undefined;
}
