import type { CommandArgs, FieldConflict } from '#contract/commands/commands.ts';
import type { PinnedJobRow, RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { type PinnedMove, pinnedText } from '#domain/rules/pinned-jobs.ts';
import { actionProblem } from '#domain/rules/problems/action-problem.ts';
import { type RuleProblem, ruleProblems } from '#domain/rules/problems/rule-problems.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { pinnedMovesApart } from '../apart/run-apart.ts';
import { fieldDefinitions } from '../fields/field-definitions.ts';
import { listedValues } from '../fields/listed-values.ts';
import { rulesOf } from '../ruling/read-rules.ts';
import { rulingWith } from '../ruling/ruling.ts';

/** All problems that prevent saving a rule, checked against the customer's lists and the provider's field definitions. */
export async function problemsOfRule(
  db: Db | Tx,
  customerId: number,
  rule: RuleDraft,
  { at, savedDate }: { at: string; savedDate: string | null },
): Promise<readonly RuleProblem[]> {
  const [valuesOf, definitions] = [await listedValues(db, customerId, rule.source), await fieldDefinitions(db)];
  return ruleProblems(rule, { at, savedDate, valuesOf, definitions, actionProblem });
}

/** A change of a rule, as its guard sees it. */
type RuleChange = {
  readonly id: number;
  /** Test cases whose result may change. */
  readonly accepts: readonly number[] | undefined;
  readonly mayCreate: boolean;
  /** The rule after the change; null if the change removes it. */
  readonly next: (current: StoredRule | undefined, at: string) => StoredRule | null;
  /** Null if the rule may have problems. Else it is validated, and `savedDate` is its previous last day. */
  readonly mustBeRight: (next: StoredRule, current: StoredRule | undefined) => { readonly savedDate: string | null } | null;
};

type Guard<N extends 'rule.save.v1' | 'rule.activate.v1' | 'rule.delete.v1'> = (
  tx: Tx,
  sent: Sent,
  args: CommandArgs<N>,
) => Promise<Rejection | null>;

export const guardRuleSave: Guard<'rule.save.v1'> = (tx, sent, { id, ref, rule, accepts }) =>
  rejectionOf(tx, sent, {
    id,
    accepts,
    mayCreate: ref !== null,
    next: (current, at) => ({
      ...(current ?? { id, ref: null, deleted: false, purged: false, version: 0, by: '', at }),
      ...rule,
    }),
    mustBeRight: (_, current) => ({ savedDate: current?.disableAfterOn ?? null }),
  });

export const guardRuleActivation: Guard<'rule.activate.v1'> = (tx, sent, { id, active, accepts }) =>
  rejectionOf(tx, sent, {
    id,
    accepts,
    mayCreate: false,
    next: (current) => (current ? { ...current, active } : null),
    mustBeRight: (next) => (next.active ? { savedDate: null } : null),
  });

export const guardRuleDeletion: Guard<'rule.delete.v1'> = (tx, sent, { id, accepts }) =>
  rejectionOf(tx, sent, { id, accepts, mayCreate: false, next: () => null, mustBeRight: () => null });

/** Why a change of a rule is rejected: lists, field definitions or pinned jobs. Null if it is allowed. */
async function rejectionOf(tx: Tx, { customerId, now }: Sent, change: RuleChange): Promise<Rejection | null> {
  const rules = (await rulesOf(tx, customerId)).filter(({ deleted }) => !deleted);
  const current = rules.find(({ id }) => id === change.id);
  // The command itself rejects a missing rule.
  if (!current && !change.mayCreate) return null;
  const at = now.toISOString();
  const next = change.next(current, at);
  const right = next && change.mustBeRight(next, current);
  if (right) {
    const [problem] = await problemsOfRule(tx, customerId, next, { at, ...right });
    if (problem) return { code: 'invalid', message: problem.message, field: problem.field, conflicts: [] };
  }
  const changed = (list: readonly StoredRule[]) => {
    const others = list.filter(({ id }) => id !== change.id);
    return next ? [...others, next] : others;
  };
  const moves = [...(await movesOf(tx, customerId, now, rules, changed(rules)))];
  // A global rule is checked against the pinned jobs of every customer.
  if ((next ?? current)?.global)
    for (const other of await othersWithPinned(tx, customerId)) {
      const theirs = (await rulesOf(tx, other.id)).filter(({ deleted }) => !deleted);
      const moved = await movesOf(tx, other.id, now, theirs, changed(theirs));
      moves.push(...moved.map((move) => ({ ...move, pinned: { ...move.pinned, name: `${move.pinned.name} of ${other.name}` } })));
    }
  const accepted = new Set(change.accepts);
  const open = moves.filter(({ pinned }) => !accepted.has(pinned.id));
  return open.length === 0 ? null : { code: 'changed', message: pinnedText(open), conflicts: open.map(conflictOf) };
}

/** The other customers with pinned jobs. Not filtered by rights: a user who may save global rules may see all customers. */
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

/** Pinned jobs whose result would change under the new rules. */
async function movesOf(
  tx: Tx,
  customerId: number,
  now: Date,
  before: readonly StoredRule[],
  after: readonly StoredRule[],
): Promise<readonly PinnedMove[]> {
  const pinned = await tx
    .selectFrom('golden_job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .execute();
  if (pinned.length === 0) return [];
  const rulingOf = (rules: readonly StoredRule[]) => rulingWith(tx, customerId, rules, { moment: 'collection', now });
  const [was, is] = [await rulingOf(before), await rulingOf(after)];
  return await pinnedMovesApart(
    pinned.map(({ row }) => row as PinnedJobRow),
    was,
    is,
  );
}

const conflictOf = ({ pinned, field, expected, before, after }: PinnedMove): FieldConflict => ({
  collection: 'goldenJob',
  id: pinned.id,
  name: pinned.name,
  field,
  seen: expected,
  now: before,
  wanted: after,
  by: pinned.by,
  at: pinned.at,
});
