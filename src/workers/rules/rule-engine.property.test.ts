import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { supplementOf } from '#domain/rules/actions/supplement.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import { type PreparedRules, prepareRules } from '#domain/rules/prepare-rules.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import { anyJob, anyRule, anyRules, comparedKeys, pay, supplementRows, today } from '#tests/support/factories/any-rule.ts';
import { hasBit } from '../columns/bits/bitmap.ts';
import { RuleColumns } from './rule-columns.ts';
import { RuleEngine } from './rule-engine.ts';
import { StoredJobs } from './stored-jobs.ts';

const burdens = supplementOf(['Burden'], supplementRows);
const ports = {
  moment: 'collection',
  today,
  pay,
  supplementsOf: (name: string) => (name === 'Burdens' ? burdens : undefined),
} as const;
const keys = [...comparedKeys, 'onHold', 'hidden', 'skipRuleId'];

/** Number of rule and job pairs to try: 20,000, or the value of `RULE_PAIRS` (1000000 for the long run). */
const pairs = Number(process.env['RULE_PAIRS'] ?? 20_000);
const [rulesAtOnce, jobsAtOnce] = [25, 80];
const runs = { seed: 53, endOnFailure: true, numRuns: Math.ceil(pairs / rulesAtOnce / jobsAtOnce) };

function expectSame(jobs: readonly JobRow[], prepared: PreparedRules, engine: RuleEngine): number {
  const run = engine.run(prepared);
  const rows = Uint32Array.from(jobs.keys());
  const values = new Map(keys.map((key) => [key, engine.valuesAt(run, key, rows)]));
  let fired = 0;
  for (const [row, job] of jobs.entries()) {
    const plain = applyRules(job, prepared);
    fired += plain.fired.length;
    const hits = run.rules.filter((one) => hasBit(one.hits.bits, row)).map((one) => one.rule.rule.id);
    const odd = prepared.rules.find(({ rule: { id } }) => hits.includes(id) !== plain.fired.includes(id))?.rule;
    expect(hits, JSON.stringify(odd)).toEqual(plain.fired);
    for (const key of keys) {
      // When a user locked the start or the duration, the end date follows the user's values, not the rules.
      if (key === 'endDate' && job.locks['endDate']) continue;
      expect([key, values.get(key)?.[row]]).toEqual([key, valueIn(plain.job, key, prepared)]);
    }
  }
  return fired;
}

const stored = (jobs: readonly JobRow[]) =>
  new StoredJobs([
    blockFromRows(
      'job',
      1,
      jobs.map((job, i) => ({ ...job, id: i + 1 })),
    ),
  ]);

const engineOver = (jobs: readonly JobRow[], prepared: PreparedRules) =>
  new RuleEngine(new RuleColumns(stored(jobs).before('collection'), prepared), prepared.tests);

const manyRules = fc
  .array(anyRule(), { minLength: rulesAtOnce, maxLength: rulesAtOnce })
  .map((rules) => rules.map((rule, i) => ({ ...rule, id: i + 1 })));
const manyJobs = fc.array(anyJob, { minLength: jobsAtOnce, maxLength: jobsAtOnce });

test(`the column engine equals the plain evaluator, on ${pairs} pairs of rule and job`, { timeout: 3_600_000 }, () => {
  let fired = 0;
  fc.assert(
    fc.property(manyJobs, manyRules, (jobs, rules) => {
      const prepared = prepareRules(rules, ports);
      fired += expectSame(jobs, prepared, engineOver(jobs, prepared));
    }),
    runs,
  );
  expect(fired).toBeGreaterThan(pairs / 20);
});

test('after editing, adding, moving or removing one rule, the result equals a new engine’s', { timeout: 120_000 }, () => {
  let fired = 0;
  fc.assert(
    fc.property(
      fc.array(anyJob, { minLength: 20, maxLength: 20 }),
      anyRules(10),
      fc.array(fc.tuple(fc.nat(), anyRule(), fc.constantFrom('edit', 'add', 'move', 'remove')), { minLength: 2, maxLength: 4 }),
      (jobs, rules, edits) => {
        const prepared = prepareRules(rules, ports);
        const engine = engineOver(jobs, prepared);
        fired += expectSame(jobs, prepared, engine);
        let list: RuleRow[] = rules;
        for (const [n, rule, how] of edits) {
          list = edited(list, n % list.length, rule, how);
          expectSame(jobs, { ...prepareRules(list, ports), tests: prepared.tests }, engine);
        }
      },
    ),
    { seed: 54, endOnFailure: true, numRuns: 40 },
  );
  expect(fired).toBeGreaterThan(500);
});

function edited(rules: readonly RuleRow[], at: number, rule: RuleRow, how: string): RuleRow[] {
  const id = rules[at]?.id ?? 1;
  if (how === 'add') return [...rules, { ...rule, id: rules.length + 100 }];
  if (how === 'move') return rules.map((one, i) => (i === at ? { ...one, ord: rule.ord } : one));
  if (how === 'remove' && rules.length > 1) return rules.filter((_, i) => i !== at);
  return rules.map((one, i) => (i === at ? { ...rule, id } : one));
}
