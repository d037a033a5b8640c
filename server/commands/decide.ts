import {
  type CommandName,
  type CommandResult,
  commandArgs,
  type FieldConflict,
  type RefusalCode,
} from '#contract/commands/commands.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import type { Command, RowKey, RowReader, RowWrite } from '#domain/commands/command.ts';
import { commands } from '#domain/commands/commands.ts';
import type { RowBook } from '#domain/commands/row-book.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import { may } from '#domain/rights/may.ts';
import { substitutionProblem } from '#domain/rules/substitute.ts';
import type { Actor } from '../kit/http/handle.ts';

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

export type Rejected = {
  readonly outcome: 'rejected';
  readonly code: RefusalCode;
  readonly message: string;
  /** The argument that is wrong, where one is. */
  readonly field?: string;
  readonly conflicts: readonly FieldConflict[];
};

/** Why rows that no command names stand against a change. */
export type Objection = Omit<Rejected, 'outcome'>;

const dayInMilliseconds = 86_400_000;

export type Decided =
  | Rejected
  | {
      readonly outcome: 'applied';
      readonly command: Command<CommandName>;
      readonly writes: readonly RowWrite[];
      readonly book: RowBook;
      readonly result: CommandResult;
    };

/** A value that a mapping chooses; it must stand in the customer's own list of that target and kind [D1.2]. */
export type Choice = { readonly targetId: number | null; readonly kind: MapKind; readonly extId: string };

const rejected = (code: RefusalCode, message: string): Rejected => ({ outcome: 'rejected', code, message, conflicts: [] });

/** The rows of a transaction, as far as a decision needs them. */
export type CommandRows = {
  /** The touched rows, locked until the transaction ends. */
  lock(keys: readonly RowKey[]): Promise<RowBook>;
  /** Adds rows that a command only looks at. */
  add(keys: readonly RowKey[], book: RowBook): Promise<void>;
  /** Whether the customer's own list has this value. */
  lists(choice: Choice): Promise<boolean>;
  /** Null where no other row stands against a change. */
  standsAgainst?(name: CommandName, args: unknown): Promise<Objection | null>;
};

/**
 * What a command comes to, before anything is written [S2.3]: known, allowed now, its touched rows locked, its choice one of
 * the customer's own, its pre-values judged. The same sequence whatever the rows are kept in.
 */
export async function decide(rows: CommandRows, sent: Sent): Promise<Decided> {
  const known = knownCommand(sent);
  if (known.outcome === 'rejected') return known;
  const { command, args } = known;
  const book = await rows.lock(command.touches(args));
  const missing = command.needs(args, book).find((right) => !may(sent.actor, right));
  if (missing !== undefined)
    return rejected('forbidden', command.forbidden?.(missing) ?? `You have no right to do this (${missing}).`);
  await rows.add(readsOf(command, args, book), book);
  const choice = choiceOf(command.name, args, book);
  if (choice && !(await rows.lists(choice)))
    return rejected('invalid', `The ATS lists no ${choice.kind} with the id ${choice.extId}.`);
  const against = await rows.standsAgainst?.(command.name, args);
  if (against) return { outcome: 'rejected', ...against };
  const ran = runPure(command, args, sent.pre, book, {
    by: sent.actor.name,
    at: sent.now.toISOString(),
    patternProblem: substitutionProblem,
  });
  return ran.outcome === 'rejected' ? ran : { outcome: 'applied', command, writes: ran.writes, book, result: ran.result };
}

/** The rows that a sent change would touch; none where it cannot run anyway. */
export function touchedBy(sent: Sent): readonly RowKey[] {
  const known = knownCommand(sent);
  return known.outcome === 'rejected' ? [] : known.command.touches(known.args);
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

function choiceOf(name: CommandName, args: unknown, rows: RowReader): Choice | null {
  if (name === 'value.map.v1') {
    const { ids, mappedId } = args as { ids: number[]; mappedId: string | null };
    const value = ids.map((id) => rows.get('mapValue', id)).find((row) => row !== undefined);
    return value && mappedId !== null ? { targetId: value.targetId, kind: value.kind, extId: mappedId } : null;
  }
  if (name === 'job.map.v1') {
    const { id, kind, mappedId } = args as { id: number; kind: MapKind; mappedId: string | null };
    const valueId = rows.get('job', id)?.[mapFields[kind].value] ?? null;
    const targetId = valueId === null ? null : (rows.get('mapValue', valueId)?.targetId ?? null);
    return mappedId === null ? null : { targetId, kind, extId: mappedId };
  }
  return null;
}
