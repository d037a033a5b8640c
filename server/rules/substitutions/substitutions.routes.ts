import { randomUUID } from 'node:crypto';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import {
  addSubstitutionRule,
  listSubstitutionRules,
  listSubstitutionTargets,
  removeSubstitutionRule,
  removeSubstitutionTarget,
  saveSubstitutionTarget,
  updateSubstitutionRule,
  uploadSubstitutionRules,
} from '#contract/rules/substitutions.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { readSubstitutions } from './read-substitutions.ts';
import { addSubstitutionFile } from './substitution-file.ts';

const documentedTarget = ({ id, name, objectType }: SubstitutionTargetRow) => ({
  id,
  name,
  objectType,
});

const documentedRule = (rule: SubstitutionRuleRow, targets: ReadonlyMap<number, SubstitutionTargetRow>) => ({
  id: rule.id,
  objectType: rule.objectType,
  rule: rule.rule,
  targetId: rule.targetId,
  ruleType: rule.ruleType,
  isCaseSensitive: rule.caseSensitive,
  target: { name: targets.get(rule.targetId)?.name ?? '' },
});

async function run<N extends CommandName>(call: Call, cust: number, name: N, args: CommandArgs<N>) {
  const outcome = await callCommand(call, cust, name, args);
  return outcome.ok ? ok(outcome.value.result.done[0] ?? 0) : outcome;
}

/** For a new row, a local id and a UUID; for an existing row, its id alone. */
function named(id: number): { id: number; ref: string | null } {
  if (id > 0) return { id, ref: null };
  const ref = randomUUID();
  return { id: localIdOf(ref), ref };
}

type Sent = { cust: number; id: number; objectType: SubstitutionType; rule: string; targetId: number; isCaseSensitive: boolean };

async function saveRule({ cust, id, objectType, rule, targetId, isCaseSensitive }: Sent, call: Call) {
  const args = { ...named(id), objectType, rule, targetId, targetRef: null, caseSensitive: isCaseSensitive };
  const saved = await run(call, cust, 'substitutionRule.save.v1', args);
  if (!saved.ok) return saved;
  const { rules, targets } = await readSubstitutions(call.services.db, cust);
  const row = rules.find((each) => each.id === saved.value);
  return row ? ok(documentedRule(row, byId(targets))) : no({ kind: 'not_found' as const });
}

const byId = (targets: readonly SubstitutionTargetRow[]) => new Map(targets.map((target) => [target.id, target]));

export const substitutionRoutes: Handler[] = [
  handle(listSubstitutionTargets, async ({ cust, objectType }, { services }) => {
    const { targets } = await readSubstitutions(services.db, cust);
    return ok(targets.filter((target) => target.objectType === objectType).map(documentedTarget));
  }),
  handle(saveSubstitutionTarget, { audit: byCommand }, async ({ cust, id, name, objectType }, call) => {
    const args = { ...named(id), objectType, name };
    const saved = await run(call, cust, 'substitutionTarget.save.v1', args);
    return saved.ok ? ok({ id: saved.value, name, objectType }) : saved;
  }),
  handle(removeSubstitutionTarget, { audit: byCommand }, async ({ cust, id }, call) => {
    const removed = await run(call, cust, 'substitutionTarget.remove.v1', { id, ref: null });
    return removed.ok ? ok({ removed: true }) : removed;
  }),
  handle(listSubstitutionRules, async ({ cust, objectType, page, perPage }, { services }) => {
    const { rules, targets } = await readSubstitutions(services.db, cust);
    const all = rules.filter((rule) => rule.objectType === objectType);
    // 0 rows per page means all rows on one page.
    const { rows: shown, totalPages } = perPage === 0 ? { rows: all, totalPages: 1 } : pageOf(all, { page, pageSize: perPage });
    const names = byId(targets);
    return ok(shown.map((rule, i) => ({ ...documentedRule(rule, names), ...(i === 0 && { totalPages }) })));
  }),
  handle(addSubstitutionRule, { audit: byCommand }, ({ id, ...sent }, call) => saveRule({ id, ...sent }, call)),
  handle(updateSubstitutionRule, { audit: byCommand }, (sent, call) => saveRule(sent, call)),
  handle(removeSubstitutionRule, { audit: byCommand }, async ({ cust, id }, call) => {
    const removed = await run(call, cust, 'substitutionRule.remove.v1', { id, ref: null });
    return removed.ok ? ok({ removed: true }) : removed;
  }),
  handle(uploadSubstitutionRules, { audit: byCommand }, ({ cust, objectName, file, fileName }, { services, actor }) =>
    addSubstitutionFile(services, actor, cust, /^(?:degree|2)$/i.test(objectName) ? 2 : 3, { file, fileName }),
  ),
];
