import type { RawBuilder } from 'kysely';
import type { CommandResult } from '#contract/commands/commands.ts';
import type { RowBook } from '#domain/commands/row-book.ts';
import { publishLocked } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { type CommandRows, type Decided, decide, type Rejected, type Sent } from './decide.ts';
import { listsValue } from './lists-value.ts';
import { addReads, lockRows } from './load-rows.ts';
import { auditRow, historyRows, namedConflicts } from './record.ts';
import { withIds } from './resolve-refs.ts';
import { ruleVersions, shareGlobalRules } from './rule-effects.ts';
import { standsAgainst } from './stands-against.ts';
import { wantPosts } from './want-posts.ts';

/** What a command came to. `rev` is the revision of its rows, or the head where nothing had to change. */
export type CommandOutcome = { readonly outcome: 'applied'; readonly rev: number; readonly result: CommandResult } | Rejected;
/**
 * Statements that record an outcome in the transaction that makes it. `rev` is a fragment, as the revision is taken by the
 * same statement.
 */
export type Alongside = (outcome: CommandOutcome, rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

const noRows: Alongside = () => [];

/** The touched rows where the caller has locked them already; null where they are still to be locked. */
export type Locked = RowBook | null;

/**
 * The one command layer [S2.3 to S2.5], for the push of a lane and for REST routes alike: authorises now, locks the touched
 * rows, judges pre-values, applies, and writes rows, history, audit and `alongside` with the revision as the last statement.
 * A refusal wrote nothing before, so there is nothing to roll back. Throws only on failures of the database and bugs.
 * With its last statement it ends the transaction.
 */
export async function runCommand(
  tx: Tx,
  given: Sent,
  alongside: Alongside = noRows,
  locked: Locked = null,
): Promise<CommandOutcome> {
  // A lane has resolved the ids before it locked the rows.
  const sent = locked ? given : await withIds(tx, given);
  const decided = await named(tx, sent, await decide(rowsOf(tx, sent, locked), sent));
  if (decided.outcome === 'rejected') {
    const beside = decided.code === 'forbidden' ? [auditRow(sent, null)] : [];
    await publishLocked(tx, sent.customerId, [], (rev) => [...beside, ...alongside(decided, rev)]);
    return decided;
  }
  const { command, writes, book, result } = decided;
  const posts = sent.name === 'job.post.v1' ? await wantPosts(tx, sent, writes, book, 'same') : { writes, statements: [] };
  await shareGlobalRules(tx, sent, posts.writes);
  const applied = { outcome: 'applied', rev: 0, result } as const;
  const rev = await publishLocked(tx, sent.customerId, posts.writes, (rev) => [
    ...posts.statements,
    ...ruleVersions(sent, posts.writes),
    ...historyRows(sent, posts.writes, book, command.how ?? 'manual'),
    auditRow(sent, { writes: posts.writes, book, rev }),
    ...alongside(applied, rev),
  ]);
  return { ...applied, rev };
}

/** The same rows in PostgreSQL. */
const rowsOf = (tx: Tx, { customerId, now }: Sent, locked: Locked): CommandRows => ({
  lock: async (keys) => locked ?? lockRows(tx, customerId, keys),
  add: (keys, book) => addReads(tx, customerId, keys, book),
  lists: (choice) => listsValue(tx, customerId, choice),
  standsAgainst: (name, args) => standsAgainst(tx, { customerId, now, name, args }),
});

/** A conflict says who changed the field last. */
async function named(tx: Tx, sent: Sent, decided: Decided): Promise<Decided> {
  if (decided.outcome === 'applied') return decided;
  return { ...decided, conflicts: await namedConflicts(tx, sent.customerId, decided.conflicts) };
}
