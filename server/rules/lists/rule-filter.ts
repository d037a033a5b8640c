import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { parseCondition } from '#domain/rules/language/parse-condition.ts';
import { fieldsRead } from '#domain/rules/problems/condition-problems.ts';

const yesNo = z
  .preprocess((word) => (word === '' ? undefined : word), z.enum(['0', '1', 'true', 'false']).optional())
  .transform((word) => (word === undefined ? undefined : word === '1' || word === 'true'));
const whole = z.preprocess(
  (word) => (word === '' || word === '-1' ? undefined : word),
  z.coerce.number().int().min(0).optional(),
);

/** The documented keys of the filter: `f` and `a` are field ids, `dt` an action type, `nm` a part of the name. */
const Filter = z.object({
  f: whole,
  a: whole,
  nm: z.string().default(''),
  dt: whole,
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(20),
  id: whole,
  active: yesNo,
  adminsOnly: yesNo,
  isTableRule: yesNo,
  isOnExport: yesNo,
  isGlobalRule: yesNo,
  isShowDeletedRule: yesNo,
  searchText: z.string().default(''),
});
export type RuleFilter = z.output<typeof Filter>;

/** Reads the filter of the rule list: base64 of `key=value` pairs joined by semicolons. Rejects an invalid value by its key. */
export function readRuleFilter(base64: string): Result<RuleFilter, { kind: 'invalid'; fields: Record<string, string> }> {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const pairs = text.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1)] as const];
  });
  if (pairs.length === 0 && text.trim() !== '')
    return no({ kind: 'invalid', fields: { filter: 'Send base64 of key=value pairs joined by semicolons' } });
  const parsed = Filter.safeParse(Object.fromEntries(pairs));
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return no({ kind: 'invalid', fields: { [`filter.${issue?.path.join('.')}`]: issue?.message ?? 'Not readable' } });
}

/** True if a filter matches a rule. `sentence` is the rule in words, as users read it. */
export function isListed(rule: StoredRule, sentence: string, filter: RuleFilter): boolean {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
  const is = (wanted: boolean | undefined, value: boolean) => wanted === undefined || wanted === value;
  const texts = [rule.name, rule.source, rule.operand ?? '', sentence, String(rule.id)];
  return (
    rule.deleted === (filter.isShowDeletedRule ?? false) &&
    (filter.id === undefined || filter.id === rule.id) &&
    (filter.dt === undefined || filter.dt === rule.actionType) &&
    is(filter.active, rule.active) &&
    is(filter.adminsOnly, rule.adminsOnly) &&
    is(filter.isTableRule, rule.table !== null) &&
    is(filter.isOnExport, rule.runOnExport) &&
    is(filter.isGlobalRule, rule.global) &&
    has(rule.name, filter.nm) &&
    texts.some((text) => has(text, filter.searchText)) &&
    [filter.f, filter.a].every((id) => id === undefined || namesField(rule, id))
  );
}

function namesField(rule: StoredRule, id: number): boolean {
  if (rule.fieldId === id) return true;
  if ([...(rule.table?.sources ?? []), ...(rule.table?.targets ?? [])].some((column) => column.fieldId === id)) return true;
  const parsed = parseCondition(rule.source);
  return 'tree' in parsed && fieldsRead(parsed.tree).some((ref) => ref.fieldId === id);
}
