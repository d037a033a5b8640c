import type { RawBuilder } from 'kysely';
import { type CommandName, type CommandResult, commandArgs, type FieldConflict, type RefusalCode } from '#contract/commands.ts';
import type { PreValues } from '#contract/sync.ts';
import type { Command, CommandContext, RowWrite } from '#domain/commands/command.ts';
import { commands } from '#domain/commands/commands.ts';
import type { RowBook } from '#domain/commands/row-book.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import { may } from '#domain/rights/may.ts';
import type { Tx } from '../db/connection.ts';
import type { Actor } from '../http/handle.ts';
import { publish } from '../sync/publish.ts';
import { checkReferences } from './check-references.ts';
import { addReads, lockRows } from './load-rows.ts';
import { auditRow, historyRows, namedConflicts } from './record.ts';
import { wantPosts } from './want-posts.ts';

/** A command as a caller sends it: from a device's lane (with its number), or from a REST route. */
export type Sent = {
  readonly actor: Actor;
  readonly customerId: number;
  readonly name: string;
  readonly args: unknown;
  readonly pre: PreValues;
  readonly now: Date;
  /** When the person decided, where that lies in the past; what is posted must have been decided within a day [S5]. */
  readonly decidedAt: string | null;
  readonly lane: { readonly clientId: string; readonly seq: number } | null;
};

/** What a command came to. `rev` is the revision of its rows, or the head where nothing had to change. */
export type CommandOutcome = { readonly outcome: 'applied'; readonly rev: number; readonly result: CommandResult } | Rejected;
export type Rejected = {
  readonly outcome: 'rejected';
  readonly code: RefusalCode;
  readonly message: string;
  readonly conflicts: readonly FieldConflict[];
};

/**
 * Statements that record an outcome in the transaction that makes it. `rev` is a fragment, as the revision is taken by the
 * same statement.
 */
export type Alongside = (outcome: CommandOutcome, rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

const dayInMilliseconds = 86_400_000;
const noRows: Alongside = () => [];

/**
 * The one command layer [S2.3 to S2.5], for the push of a lane and for REST routes alike: authorises now, locks the touched
 * rows, judges pre-values, applies, and writes rows, history, audit and `alongside` with the revision as the last statement.
 * A refusal wrote nothing before, so there is nothing to roll back. Throws only on failures of the database and bugs.
 */
export async function runCommand(tx: Tx, sent: Sent, alongside: Alongside = noRows): Promise<CommandOutcome> {
  const decided = await decide(tx, sent);
  if (decided.outcome === 'rejected') {
    const beside = decided.code === 'forbidden' ? [auditRow(sent, null)] : [];
    await publish(tx, sent.customerId, [], (rev) => [...beside, ...alongside(decided, rev)]);
    return decided;
  }
  const { command, writes, book, result } = decided;
  const posts = sent.name === 'job.post.v1' ? await wantPosts(tx, sent, writes, book, 'same') : { writes, statements: [] };
  const applied = { outcome: 'applied', rev: 0, result } as const;
  const rev = await publish(tx, sent.customerId, posts.writes, (rev) => [
    ...posts.statements,
    ...historyRows(sent, posts.writes, book, command.how ?? 'manual'),
    auditRow(sent, { writes: posts.writes, book, rev }),
    ...alongside(applied, rev),
  ]);
  return { ...applied, rev };
}

type Decided =
  | Rejected
  | {
      readonly outcome: 'applied';
      readonly command: Command<CommandName>;
      readonly writes: readonly RowWrite[];
      readonly book: RowBook;
      readonly result: CommandResult;
    };

const rejected = (code: RefusalCode, message: string): Rejected => ({ outcome: 'rejected', code, message, conflicts: [] });

async function decide(tx: Tx, sent: Sent): Promise<Decided> {
  const known = knownCommand(sent);
  if (known.outcome === 'rejected') return known;
  const { command, args } = known;
  const book = await lockRows(tx, sent.customerId, command.touches(args));
  const missing = command.needs(args, book).find((right) => !may(sent.actor, right));
  if (missing !== undefined) return rejected('forbidden', `You have no right to do this (${missing}).`);
  await addReads(tx, sent.customerId, readsOf(command, args, book), book);
  const bad = await checkReferences(tx, sent.customerId, command.name, args, book);
  if (bad) return rejected(bad.code, bad.message);
  const context: CommandContext = { by: sent.actor.name, at: sent.now.toISOString() };
  const ran = runPure(command, args, sent.pre, book, context);
  if (ran.outcome === 'rejected') return { ...ran, conflicts: await namedConflicts(tx, sent.customerId, ran.conflicts) };
  return { outcome: 'applied', command, writes: ran.writes, book, result: ran.result };
}

type Known = Rejected | { readonly outcome: 'known'; readonly command: Command<CommandName>; readonly args: never };

/** A command by its wire name, its arguments judged by its own schema, and not too old to be carried out. */
function knownCommand({ name, args, decidedAt, now }: Sent): Known {
  if (!(name in commandArgs)) return rejected('unknown_command', 'The service does not know this change: update the app.');
  const parsed = commandArgs[name as CommandName].safeParse(args);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return rejected('invalid', `${issue?.path.join('.') || 'The change'}: ${issue?.message ?? 'not readable'}`);
  }
  if (name === 'job.post.v1' && decidedAt !== null && now.getTime() - Date.parse(decidedAt) > dayInMilliseconds)
    return rejected('expired', 'This was decided more than a day ago: look at the jobs again and confirm.');
  // The name says which arguments fit; the compiler cannot follow a name that arrives as text.
  return {
    outcome: 'known',
    command: commands[name as CommandName] as unknown as Command<CommandName>,
    args: parsed.data as never,
  };
}

/** A job's own mapping is judged against its target's list, which its mapping row names. */
function readsOf(command: Command<CommandName>, args: never, book: RowBook) {
  if (command.name !== 'job.map.v1') return command.reads?.(args, book) ?? [];
  return command.touches(args).flatMap(({ id }) => {
    const job = book.get('job', id);
    const ids = job ? [job.facilityValueId, job.degreeValueId, job.specialtyValueId, job.shiftValueId] : [];
    return ids.flatMap((valueId) => (valueId === null ? [] : [{ collection: 'mapValue', id: valueId } as const]));
  });
}
