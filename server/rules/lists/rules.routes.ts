import { randomUUID } from 'node:crypto';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import type { DocumentedRule, SentRule } from '#contract/rules/rule-schemas.ts';
import {
  copyAllRules,
  copyRule,
  copyRulesTo,
  createRule,
  deleteRule,
  importTableRule,
  listRules,
  readTableRule,
  reportRules,
  restoreRule,
  testRule,
  updateRule,
} from '#contract/rules/rules.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { withoutAliases } from '#domain/field-aliases/rule-text.ts';
import { copyOf } from '#domain/rules/blank-rule.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { type CommandRefused, callCommand } from '#server/commands/call-command.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { byCommand, onlyReads } from '#server/kit/http/audited.ts';
import { resolveCustomer } from '#server/kit/http/customer-access.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { fieldAliasesOf } from '../field-aliases/read-field-aliases.ts';
import { labelsOf, ruleOfActor, rulesOf, seesRule } from '../ruling/read-rules.ts';
import { actionNames } from './action-names.ts';
import { copyRules } from './copy-rules.ts';
import { documentedRule, documentedTable, draftIn, draftOf, problemsByArgument } from './documented-rule.ts';
import { isListed, readRuleFilter } from './rule-filter.ts';
import { readTableFile } from './table-file.ts';
import { draftUnderTest, testOf } from './test-rules.ts';

const oneCustomer = { kind: 'invalid', fields: { cust: 'Name one customer' } } as const;

export const ruleRoutes: Handler[] = [
  handle(listRules, async ({ cust, filter }, { services, actor }) => {
    const read = readRuleFilter(filter);
    if (!read.ok) return read;
    const labelOf = await labelsOf(services.db, cust);
    const listed = (await rulesOf(services.db, cust))
      .filter(seesRule(actor))
      .filter((rule) => isListed(rule, sentenceText(ruleSentence(rule, labelOf)), read.value));
    const { rows, total, totalPages } = pageOf(listed, read.value);
    return ok(rows.map((rule) => ({ ...documentedRule(rule, cust, labelOf), totalPages, total })));
  }),
  handle(testRule, ({ cust, ruleId, jobId, flag, excludeDisabled }, { services, actor }) =>
    testOf(services, actor, cust, { ruleId, jobId, onExport: flag === 1, inactiveToo: excludeDisabled === 0 }),
  ),
  handle(createRule, { audit: byCommand }, async ({ customerId, traceJob, ...sent }, call) => {
    const customer = await resolveCustomer(call.services.db, call.actor, customerId);
    if (!customer.ok) return customer;
    if (customer.value < 1) return no(oneCustomer);
    const draft = withoutAliases(draftOf(sent), await fieldAliasesOf(call.services.db, customer.value));
    if (traceJob !== undefined) return draftUnderTest(call.services, call.actor, customer.value, draft, String(traceJob));
    return create(call, customer.value, draft, sent);
  }),
  handle(updateRule, { audit: byCommand }, async ({ id, customerId, version, ...sent }, call) => {
    const customer = await resolveCustomer(call.services.db, call.actor, customerId);
    if (!customer.ok) return customer;
    const found = await visible(call, id, customer.value);
    if (!found) return no({ kind: 'not_found' });
    if (version !== undefined && version !== found.rule.version)
      return no({ kind: 'conflict', current: await ruleReply(call, found.customerId, found.rule) });
    const rule = withoutAliases(draftOf(sent), await fieldAliasesOf(call.services.db, found.customerId));
    const args = { id, ref: null, rule, words: sent.words, accepts: sent.acceptPinned };
    const pre = version === undefined ? {} : { [`rule/${id}`]: { version } };
    return answerOf(call, found.customerId, id, await callCommand(call, found.customerId, 'rule.save.v1', args, undefined, pre));
  }),
  handle(deleteRule, { audit: byCommand }, async ({ id }, call) => {
    const found = await visible(call, id);
    if (!found) return no({ kind: 'not_found' });
    const name = found.rule.deleted ? 'rule.purge.v1' : 'rule.delete.v1';
    const outcome = await callCommand(call, found.customerId, name, { id, ref: null });
    return outcome.ok ? ok({ removed: found.rule.deleted }) : outcome;
  }),
  handle(copyRule, { audit: byCommand }, async ({ id }, call) => {
    const found = await visible(call, id);
    if (!found || found.rule.deleted) return no({ kind: 'not_found' });
    const copy = copyOf(draftIn(found.rule));
    return create(call, found.customerId, copy, { words: `Copied from rule ${id}`, acceptPinned: [] });
  }),
  handle(restoreRule, { audit: byCommand }, async ({ id }, call) => {
    const found = await visible(call, id);
    if (!found) return no({ kind: 'not_found' });
    return answerOf(call, found.customerId, id, await callCommand(call, found.customerId, 'rule.restore.v1', { id, ref: null }));
  }),
  handle(copyRulesTo, { audit: byCommand }, async ({ customer, ids }, { services, actor }) => {
    if (customer < 1) return no({ kind: 'invalid', fields: { customer: messages.noCustomerChosen } });
    const to = await resolveCustomer(services.db, actor, customer);
    if (!to.ok) return to;
    const chosen = await chosenRules({ services, actor }, ids);
    if (!chosen) return no({ kind: 'not_found' });
    if (to.value === chosen.customerId)
      return no({ kind: 'invalid', fields: { customer: 'Choose another customer than the one that has the rules.' } });
    return ok(await copyRules(services.db, { actor, now: services.now(), from: chosen.customerId, to: to.value }, chosen.rules));
  }),
  handle(copyAllRules, { audit: byCommand }, async ({ parent, child }, { services, actor }) => {
    const [from, to] = [await resolveCustomer(services.db, actor, parent), await resolveCustomer(services.db, actor, child)];
    if (!from.ok || !to.ok) return no({ kind: 'not_found' });
    if (parent === child) return no({ kind: 'invalid', fields: { child: 'Choose another customer than the parent.' } });
    const held = new Set((await rulesOf(services.db, child)).map(({ name }) => name.toLowerCase()));
    const all = (await rulesOf(services.db, parent)).filter(({ deleted, global }) => !deleted && !global);
    const fresh = all.filter(({ name }) => !held.has(name.toLowerCase()));
    await copyRules(services.db, { actor, now: services.now(), from: parent, to: child }, fresh);
    return ok({ copied: fresh.length, skipped: all.length - fresh.length });
  }),
  handle(readTableRule, async ({ cust, ruleId }, { services, actor }) => {
    const rule = (await rulesOf(services.db, cust)).filter(seesRule(actor)).find(({ id }) => id === ruleId);
    return rule ? ok(documentedTable(rule.table)) : no({ kind: 'not_found' });
  }),
  handle(importTableRule, { audit: onlyReads }, ({ cust, file, fields, targets, labelVariable }) =>
    readTableFile({ customerId: cust, file, fields, targets, labelVariable }),
  ),
  handle(reportRules, async ({ cust }, { services, actor }) => {
    const labelOf = await labelsOf(services.db, cust);
    const rules = (await rulesOf(services.db, cust)).filter(({ deleted }) => !deleted).filter(seesRule(actor));
    return ok(
      rules.map((rule) => ({
        id: rule.id,
        name: rule.name,
        action: actionNames[rule.actionType],
        ord: rule.ord,
        active: rule.active,
        isTableRule: rule.table !== null,
        onExport: rule.runOnExport,
        editedAt: rule.at,
        description: sentenceText(ruleSentence(rule, labelOf)),
      })),
    );
  }),
];

type Caller = Pick<Call, 'services' | 'actor'>;

/** A rule by id, if the caller may see it; with `customerId`, only from that customer's list. */
async function visible({ services, actor }: Caller, id: number, customerId?: number) {
  const found = await ruleOfActor(services.db, actor, id, customerId);
  return found && seesRule(actor)(found.rule) ? found : null;
}

async function ruleReply({ services }: Caller, customerId: number, rule: StoredRule): Promise<DocumentedRule> {
  return documentedRule(rule, customerId, await labelsOf(services.db, customerId));
}

async function create(
  call: Call,
  customerId: number,
  rule: RuleDraft,
  { words, acceptPinned: accepts }: Pick<SentRule, 'words' | 'acceptPinned'>,
) {
  const ref = randomUUID();
  const outcome = await callCommand(call, customerId, 'rule.save.v1', { id: localIdOf(ref), ref, rule, words, accepts });
  return answerOf(call, customerId, outcome.ok ? (outcome.value.result.done[0] ?? 0) : 0, outcome);
}

async function answerOf(
  call: Caller,
  customerId: number,
  id: number,
  outcome: Result<unknown, CommandRefused>,
): Promise<Result<DocumentedRule, CommandRefused>> {
  if (!outcome.ok) return no(refusalByArgument(outcome.error));
  const found = await ruleOfActor(call.services.db, call.actor, id, customerId);
  return found ? ok(await ruleReply(call, customerId, found.rule)) : no({ kind: 'not_found' });
}

/** A rejection with the field names of the call's arguments. */
const refusalByArgument = (refusal: CommandRefused): CommandRefused =>
  refusal.kind === 'invalid' ? { ...refusal, fields: problemsByArgument(refusal.fields) } : refusal;

/** The chosen rules. Null if the caller may not see one of them, or if they belong to more than one customer. */
async function chosenRules(call: Caller, ids: readonly number[]) {
  const found = await Promise.all([...new Set(ids)].map((id) => visible(call, id)));
  const [first] = found;
  const rules = found.flatMap((each) => (each && each.customerId === first?.customerId && !each.rule.deleted ? [each.rule] : []));
  return first && rules.length === found.length ? { customerId: first.customerId, rules } : null;
}
