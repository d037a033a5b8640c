import type { RuleDraft, StoredRule, SubstitutionRuleRow } from '#contract/rows/rule-rows.ts';
import { blankRule } from '#domain/rules/blank-rule.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';
import { ruleVersions, shareGlobalRules } from '../rules/lists/rule-effects.ts';

const column = (fieldId: number) => ({ fieldId, variable: null });

/** Sample rules, inactive if they could surprise. Fields: 8 degree, 17 bill rate, 100 priority, 101 category. */
const rules: readonly Partial<RuleDraft>[] = [
  { name: 'Urgent when it starts soon', source: '[Start Date] less equal [Today]+14', fieldId: 100, operand: 'Urgent', ord: 10 },
  {
    name: 'Category by degree',
    actionType: 4,
    table: {
      sources: [column(8)],
      targets: [column(101)],
      lines: [
        ['RN', 'Nursing'],
        ['LPN', 'Nursing'],
        ['CNA', 'Nursing support'],
        ['PT', 'Therapy'],
        ['OT', 'Therapy'],
      ],
    },
    ord: 20,
  },
  {
    name: 'Hold travel jobs under 40',
    source: '[Bill Rate] less than 40',
    actionType: 6,
    operand: 'hold',
    workType: 1,
    active: false,
    ord: 30,
  },
  { name: 'Do not post float pool', source: '[Unit] contains float', actionType: 11, runOnExport: true, active: false, ord: 40 },
];
const everywhere: Partial<RuleDraft> = {
  name: 'Country of every job',
  source: '[Country] is empty',
  fieldId: 124,
  operand: 'US',
  global: true,
};

/** Adds rules and a substitution to the demo agency, once. */
export async function seedRules({ db, now }: Services, customerId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await tx.selectFrom('rule').select('id').where('customer_id', '=', customerId).limit(1).execute();
    if (held.length > 0) return;
    const ids = await nextIds(tx, 'rule', rules.length + 1);
    const kept = { ref: null, deleted: false, purged: false, version: 1, by: 'Jobdock', at: now().toISOString() };
    const writes = [...rules, everywhere].map((rule, i) => {
      const row: StoredRule = { ...blankRule, active: true, ...rule, ...kept, id: ids[i] ?? 0 };
      return { collection: 'rule', row } as const;
    });
    const { ref, purged, version, by, at } = kept;
    const [[targetId = 0], [ruleId = 0]] = [await nextIds(tx, 'substitutionTarget', 1), await nextIds(tx, 'substitutionRule', 1)];
    const made = { ref, purged, version, by, at };
    const substitution: SubstitutionRuleRow = {
      ...made,
      id: ruleId,
      objectType: 2,
      rule: '^registered nurse$',
      targetId,
      ruleType: 6,
      caseSensitive: false,
    };
    const sent = { customerId, args: { words: 'Comes with the demo' } };
    await shareGlobalRules(tx, sent, writes);
    await writeRows(
      tx,
      customerId,
      [
        ...writes,
        { collection: 'substitutionTarget', row: { ...made, id: targetId, objectType: 2, name: 'RN' } },
        { collection: 'substitutionRule', row: substitution },
      ],
      () => ruleVersions(sent, writes),
    );
  });
}
