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

/** The outcome of a command. `rev` is the revision of its rows, or the head if nothing changed. */
export type CommandOutcome = { readonly outcome: 'applied'; readonly rev: number; readonly result: CommandResult } | Rejected;

/** Builds statements that record an outcome in the transaction of the change. `rev` is an SQL fragment for its revision. */
export type RecordOutcome = (outcome: CommandOutcome, rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

const noRecord: RecordOutcome = () => [];

/**
 * Runs one command in its own transaction, for pushes and REST routes [S2.3 to S2.5]: checks rights, locks the touched rows,
 * checks pre-values, applies, commits. `locked` holds the touched rows if the caller has already locked them. A refusal has
 * written nothing, so nothing is rolled back. Ends the transaction. Throws only on database failures and bugs.
 */
export async function runCommand(
  tx: Tx,
  effects: CommandEffects,
  given: Sent,
  record: RecordOutcome = noRecord,
  locked: RowSet | null = null,
): Promise<CommandOutcome> {
  // A lane resolves the ids before it locks the rows.
  const sent = locked ? given : await withIds(tx, given);
  return commitOne(tx, await planOf(tx, effects, sent, rowsOf(tx, sent, locked)), record);
}

/** Commits one plan and records its outcome. A conflict names the person who last changed the field. */
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
