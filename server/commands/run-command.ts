import type { RawBuilder } from 'kysely';
import type { CommandResult } from '#contract/commands/commands.ts';
import type { RowSet } from '#domain/commands/row-set.ts';
import type { Tx } from '../kit/db/connection.ts';
import { commit } from './commit.ts';
import type { Rejected, Sent } from './decide.ts';
import type { CommandEffects } from './effects.ts';
import { addReads, lockRows } from './load-rows.ts';
import { type Plan, type PlanRows, planOf } from './plan.ts';
import { namedConflicts } from './record.ts';
import { withIds } from './resolve-refs.ts';

/** What a command came to. `rev` is the revision of its rows, or the head where nothing had to change. */
export type CommandOutcome = { readonly outcome: 'applied'; readonly rev: number; readonly result: CommandResult } | Rejected;

/** Statements that record an outcome in the transaction that makes it; its revision is the fragment `rev`. */
export type RecordOutcome = (outcome: CommandOutcome, rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

const noRecord: RecordOutcome = () => [];

/**
 * One command in a transaction of its own [S2.3 to S2.5], for the push of a lane and for REST routes alike: authorises now, locks the
 * touched rows, judges pre-values, applies, and commits. `locked` has the touched rows where the caller has locked them already.
 * A refusal wrote nothing before, so there is nothing to roll back. Throws only on failures of the database and bugs. It ends the
 * transaction.
 */
export async function runCommand(
  tx: Tx,
  effects: CommandEffects,
  given: Sent,
  record: RecordOutcome = noRecord,
  locked: RowSet | null = null,
): Promise<CommandOutcome> {
  // A lane has resolved the ids before it locked the rows.
  const sent = locked ? given : await withIds(tx, given);
  return commitOne(tx, await planOf(tx, effects, sent, rowsOf(tx, sent, locked)), record);
}

/** Commits one plan with the record of its outcome. A conflict says who changed the field last. */
export async function commitOne(tx: Tx, plan: Plan, record: RecordOutcome): Promise<CommandOutcome> {
  const { outcome } = plan;
  if (outcome.outcome === 'rejected') {
    const named = { ...outcome, conflicts: await namedConflicts(tx, plan.sent.customerId, outcome.conflicts) };
    await commit(tx, [plan], (rev) => record(named, rev));
    return named;
  }
  const rev = await commit(tx, [plan], (place) => record({ ...outcome, rev: 0 }, place));
  return { ...outcome, rev };
}

const rowsOf = (tx: Tx, { customerId }: Sent, locked: RowSet | null): PlanRows => ({
  lock: async (keys) => locked ?? lockRows(tx, customerId, keys),
  add: (keys, book) => addReads(tx, customerId, keys, book),
});
