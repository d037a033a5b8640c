import { type CommandArgs, type CommandName, commandArgs, type RefusalCode } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Applied, Command, CommandContext, RowKey, RowReader } from '#domain/commands/kit/command.ts';
import { nameOfRow } from '#src/store/rows.ts';
import type { Row } from '#src/store/tables/tables.ts';

/** Every command by wire name (`domain/commands/commands.ts`). */
export type Commands = { readonly [N in CommandName]: Command<N> };

/** Any command with arguments that its schema has parsed. */
export type KnownChange = { readonly command: Command<CommandName>; readonly args: CommandArgs<CommandName> };

/** The command of a wire name, or null when this version does not have it. */
export const commandIn = (commands: Commands, name: string): Command<CommandName> | null =>
  Object.hasOwn(commands, name) ? commands[name as CommandName] : null;

/** Reads named rows, with or without local changes. */
export type ReadNamed = (keys: readonly RowKey[]) => Promise<Map<string, Row>>;

/** The result of a command: the rows it named before the change, and the rows it wrote. */
export type Run = {
  readonly touched: readonly RowKey[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly reader: RowReader;
  readonly applied: Applied;
};

export type RunFailure = { readonly code: RefusalCode | 'crashed'; readonly message: string };

/** The command of a wire name with parsed arguments, or why this version cannot run it. */
export function knownChange(commands: Commands, name: string, args: unknown): Result<KnownChange, RunFailure> {
  if (!Object.hasOwn(commandArgs, name))
    return no({ code: 'unknown_command', message: 'This version doesn’t recognize this change.' });
  const known = name as CommandName;
  const checked = guarded(() => commandArgs[known].safeParse(args));
  if (!checked.ok) return checked;
  const parsed = checked.value;
  if (!parsed.success) return no({ code: 'invalid', message: parsed.error.issues[0]?.message ?? 'The change is not valid.' });
  // The name determines both command and arguments, but TypeScript cannot track that through a union.
  return ok({ command: commands[known], args: parsed.data });
}

/** Separates errors thrown by a command (bugs) from errors of the database. */
function guarded<T>(call: () => T): Result<T, RunFailure> {
  try {
    return ok(call());
  } catch (error) {
    return no({ code: 'crashed', message: error instanceof Error ? error.message : String(error) });
  }
}

function readerOf(rows: ReadonlyMap<string, Row>, named: ReadonlySet<string>): RowReader {
  return {
    get(collection, id) {
      const name = nameOfRow({ collection, id });
      if (!named.has(name)) throw new Error(`the command read ${name} without naming it`);
      return rows.get(name) as never;
    },
  };
}

/** Runs the pure command over the rows it names. An exception is a bug in the command and is returned as `crashed`. */
export async function runCommand(
  { command, args }: KnownChange,
  readNamed: ReadNamed,
  context: CommandContext,
): Promise<Result<Run, RunFailure>> {
  const touched = guarded(() => command.touches(args));
  if (!touched.ok) return touched;
  const rows = await readNamed(touched.value);
  const named = new Set(touched.value.map(nameOfRow));
  const looked = guarded(() => command.reads(args, readerOf(rows, named)));
  if (!looked.ok) return looked;
  for (const [name, row] of await readNamed(looked.value)) rows.set(name, row);
  for (const key of looked.value) named.add(nameOfRow(key));
  const next = guarded(() => command.readsNext?.(args, readerOf(rows, named)) ?? []);
  if (!next.ok) return next;
  for (const [name, row] of await readNamed(next.value)) rows.set(name, row);
  for (const key of next.value) named.add(nameOfRow(key));
  const reader = readerOf(rows, named);
  const outcome = guarded(() => command.apply(reader, args, context));
  if (!outcome.ok) return outcome;
  return outcome.value.ok ? ok({ touched: touched.value, rows, reader, applied: outcome.value.value }) : outcome.value;
}
