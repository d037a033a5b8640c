import {
  type CommandArgs,
  type CommandName,
  type CommandResult,
  commandArgs,
  type FieldConflict,
  type RefusalCode,
} from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import { textProblems } from '#contract/kit/text.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import type { Choice, Command, RowKey, RowWrite } from '#domain/commands/kit/command.ts';
import type { RowSet } from '#domain/commands/row-set.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import { may } from '#domain/rights/may.ts';
import { substitutionProblem } from '#domain/rules/substitute.ts';
import type { Actor } from '../kit/http/handle.ts';

/** A command as a caller sends it: from a device's lane (with its number) or from a REST route. */
export type Sent = {
  readonly actor: Actor;
  readonly customerId: number;
  readonly name: string;
  readonly args: unknown;
  readonly pre: PreValues;
  readonly now: Date;
  /** When the person made the change, if earlier than now. A post must have been requested within the last day [S5]. */
  readonly decidedAt: string | null;
  readonly lane: { readonly clientId: string; readonly seq: number } | null;
};

export type Rejected = {
  readonly outcome: 'rejected';
  readonly code: RefusalCode;
  readonly message: string;
  /** The invalid argument, if one argument is the cause. */
  readonly field?: string;
  readonly conflicts: readonly FieldConflict[];
};

/** Why a change is refused. */
export type Rejection = Omit<Rejected, 'outcome'>;

const dayInMilliseconds = 86_400_000;
/** A device's clock may be wrong by days, so only a time that no such clock shows is refused [edge case 6]. */
const mostAhead = 366 * dayInMilliseconds;

export type Decided =
  | Rejected
  | {
      readonly outcome: 'applied';
      readonly command: Command<CommandName>;
      readonly args: CommandArgs<CommandName>;
      readonly writes: readonly RowWrite[];
      readonly book: RowSet;
      readonly result: CommandResult;
    };

const rejected = (code: RefusalCode, message: string): Rejected => ({ outcome: 'rejected', code, message, conflicts: [] });

/** The rows of a transaction, as far as a decision needs them. */
export type CommandRows = {
  /** Locks the touched rows until the transaction ends. */
  lock(keys: readonly RowKey[]): Promise<RowSet>;
  /** Adds rows that a command only reads. */
  add(keys: readonly RowKey[], book: RowSet): Promise<void>;
  /** Whether the customer's own list contains this value. */
  lists(choice: Choice): Promise<boolean>;
  /** Returns why other rows, which the command does not name, forbid it (`CommandEffects`), or null. */
  guard?(name: CommandName, args: CommandArgs<CommandName>): Promise<Rejection | null>;
};

/**
 * Decides a command before anything is written [S2.3]: it must be known and allowed now, its touched rows get locked, its choice
 * must be in the customer's list, and its pre-values must match. The order is the same for every kind of row storage.
 */
export async function decide(rows: CommandRows, sent: Sent): Promise<Decided> {
  const known = knownCommand(sent);
  if (known.outcome === 'rejected') return known;
  const { command, args } = known;
  const book = await rows.lock(command.touches(args));
  const missing = command.needs(args, book).find((right) => !may(sent.actor, right));
  if (missing !== undefined) return rejected('forbidden', missingRight(command, missing));
  await rows.add(command.reads(args, book), book);
  if (command.readsNext) await rows.add(command.readsNext(args, book), book);
  const choice = command.chooses === 'nothing' ? null : command.chooses(args, book);
  if (choice && !(await rows.lists(choice)))
    return rejected('invalid', `The ATS lists no ${choice.kind} with the id ${choice.extId}.`);
  const rejection = await rows.guard?.(command.name, args);
  if (rejection) return { outcome: 'rejected', ...rejection };
  const ran = runPure(command, args, sent.pre, book, {
    by: sent.actor.name,
    at: sent.now.toISOString(),
    patternProblem: substitutionProblem,
  });
  return ran.outcome === 'rejected' ? ran : { outcome: 'applied', command, args, writes: ran.writes, book, result: ran.result };
}

/** Whether the sender has every right that a known change needs over the locked rows. True for a change that is refused anyway. */
export function mayRun(sent: Sent, book: RowSet): boolean {
  const known = readCommand(sent);
  return known.outcome === 'rejected' || known.command.needs(known.args, book).every((right) => may(sent.actor, right));
}

const missingRight = ({ forbidden }: Command<CommandName>, right: RightName): string =>
  forbidden === 'standard' ? `You have no right to do this (${right}).` : forbidden(right);

/** Whether a change may share a transaction with other changes (decision 0018). */
export const sharesTransaction = (name: string): boolean => commandNamed(name)?.sharesTransaction ?? false;

/** The keys of the rows that a change would touch. Empty if the change cannot run anyway. */
export function touchedBy(sent: Sent): readonly RowKey[] {
  const known = knownCommand(sent);
  return known.outcome === 'rejected' ? [] : known.command.touches(known.args);
}

type Known = Rejected | { readonly outcome: 'known'; readonly command: Command<CommandName>; readonly args: never };

/** Finds a command by its wire name and parses its arguments with its own schema. */
function readCommand({ name, args }: Sent): Known {
  const command = commandNamed(name);
  if (!command) return rejected('unknown_command', 'The service does not know this change: update the app.');
  const parsed = commandArgs[command.name].safeParse(args);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return rejected('invalid', `${issue?.path.join('.') || 'The change'}: ${issue?.message ?? 'not readable'}`);
  }
  // A device's batch is not refused for one bad text (`judgesTexts`).
  const [bad] = Object.entries(textProblems(args));
  if (bad) return rejected('invalid', `${bad[0] || 'The change'}: ${bad[1]}`);
  return { outcome: 'known', command, args: parsed.data as never };
}

/** A command that can be read and is not too old to run. */
function knownCommand(sent: Sent): Known {
  const known = readCommand(sent);
  if (known.outcome === 'rejected') return known;
  const { decidedAt, now } = sent;
  const age = decidedAt === null ? 0 : now.getTime() - Date.parse(decidedAt);
  if (Number.isNaN(age)) return rejected('invalid', 'createdAt: Write the time as yyyy-MM-ddTHH:mm:ssZ');
  if (age < -mostAhead)
    return rejected('invalid', 'createdAt: This time lies more than a year ahead. Set the clock of the device.');
  const isStale = age > dayInMilliseconds;
  if (isStale && known.command.whenStale === 'confirm')
    return rejected('expired', 'This was decided more than a day ago: look at the jobs again and confirm.');
  return known;
}
