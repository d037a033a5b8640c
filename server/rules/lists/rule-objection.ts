import type { CommandArgs, FieldConflict } from '#contract/commands/commands.ts';
import type { GoldenJobRow, RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { type GoldenMove, goldenMoves, goldenWords } from '#domain/rules/golden.ts';
import { actionProblem } from '#domain/rules/problems/action-problem.ts';
import { type RuleProblem, ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import type { Objection } from '#server/commands/decide.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { fieldDefinitions } from '../fields/field-definitions.ts';
import { listedValues } from '../fields/listed-values.ts';
import { rulesOf } from '../ruling/read-rules.ts';
import { rulingWith } from '../ruling/ruling.ts';

type ChangeName = 'rule.save.v1' | 'rule.activate.v1' | 'rule.delete.v1';
export type RuleChange = { [N in ChangeName]: { readonly name: N; readonly args: CommandArgs<N> } }[ChangeName];

/** Everything that keeps a rule from being saved, with the customer's lists and the provider's definitions of fields at hand. */
export async function problemsOfRule(
  db: Db | Tx,
  customerId: number,
  rule: RuleDraft,
  { at, savedDate }: { at: string; savedDate: string | null },
): Promise<readonly RuleProblem[]> {
  const [valuesOf, definitions] = [await listedValues(db, customerId, rule.source), await fieldDefinitions(db)];
  return ruleProblems(rule, { at, savedDate, valuesOf, definitions, actionProblem });
}

/** What stands against a change of a rule beside the rule itself: lists, definitions of fields, and pinned jobs; null where nothing does. */
export async function ruleObjection(tx: Tx, customerId: number, now: Date, change: RuleChange): Promise<Objection | null> {
  const rules = (await rulesOf(tx, customerId)).filter(({ deleted }) => !deleted);
  const current = rules.find(({ id }) => id === change.args.id);
  // What is gone, or was never there, is for the command to say.
  if (!current && (change.name !== 'rule.save.v1' || change.args.ref === null)) return null;
  const next = nextOf(change, current, now.toISOString());
  if (next && (change.name === 'rule.save.v1' || next.active)) {
    const savedDate = change.name === 'rule.save.v1' ? (current?.disableAfterOn ?? null) : null;
    const [problem] = await problemsOfRule(tx, customerId, next, { at: now.toISOString(), savedDate });
    if (problem) return { code: 'invalid', message: problem.message, field: problem.field, conflicts: [] };
  }
  const changed = (list: readonly StoredRule[]) => {
    const others = list.filter(({ id }) => id !== change.args.id);
    return next ? [...others, next] : others;
  };
  const moves = [...(await movesOf(tx, customerId, now, rules, changed(rules)))];
  // A rule of all customers is judged by the pinned jobs of each.
  if ((next ?? current)?.global)
    for (const other of await othersWithPinned(tx, customerId)) {
      const theirs = (await rulesOf(tx, other.id)).filter(({ deleted }) => !deleted);
      const moved = await movesOf(tx, other.id, now, theirs, changed(theirs));
      moves.push(...moved.map((move) => ({ ...move, golden: { ...move.golden, name: `${move.golden.name} of ${other.name}` } })));
    }
  const accepted = new Set(change.args.accepts);
  const open = moves.filter(({ golden }) => !accepted.has(golden.id));
  return open.length === 0 ? null : { code: 'changed', message: goldenWords(open), conflicts: open.map(conflictOf) };
}

function nextOf(change: RuleChange, current: StoredRule | undefined, at: string): StoredRule | null {
  if (change.name === 'rule.delete.v1') return null;
  if (change.name === 'rule.activate.v1') return current ? { ...current, active: change.args.active } : null;
  const fresh = { id: change.args.id, ref: null, deleted: false, purged: false, version: 0, by: '', at };
  return { ...(current ?? fresh), ...change.args.rule };
}

/** The other customers that have pinned jobs; who may save a rule of all customers sees them all. */
const othersWithPinned = (tx: Tx, customerId: number): Promise<{ id: number; name: string }[]> =>
  tx
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('id', '!=', customerId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('golden_job')
          .select('id')
          .whereRef('golden_job.customer_id', '=', 'customer.id')
          .where('deleted', '=', false),
      ),
    )
    .orderBy('id')
    .execute();

/** What the rules would make of pinned jobs, where that is not what they make of them now. */
async function movesOf(
  tx: Tx,
  customerId: number,
  now: Date,
  before: readonly StoredRule[],
  after: readonly StoredRule[],
): Promise<readonly GoldenMove[]> {
  const pinned = await tx
    .selectFrom('golden_job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .execute();
  if (pinned.length === 0) return [];
  const rulingOf = (rules: readonly StoredRule[]) => rulingWith(tx, customerId, rules, { moment: 'collection', now });
  const [was, is] = [await rulingOf(before), await rulingOf(after)];
  return goldenMoves(
    pinned.map(({ row }) => row as GoldenJobRow),
    was.prepared,
    is.prepared,
  );
}

const conflictOf = ({ golden, field, expected, before, after }: GoldenMove): FieldConflict => ({
  collection: 'goldenJob',
  id: golden.id,
  name: golden.name,
  field,
  seen: expected,
  now: before,
  wanted: after,
  by: golden.by,
  at: golden.at,
});
