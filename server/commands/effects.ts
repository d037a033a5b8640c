import type { RawBuilder } from 'kysely';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Rejection, Sent } from './decide.ts';

/** What a command changes: the rows that it writes, and the rows as they were. */
export type Changed = { readonly writes: readonly RowWrite[]; readonly before: RowReader };

/** What is committed with a command: its rows, maybe completed, and statements of the same revision. */
export type Completed = { readonly writes: readonly RowWrite[]; readonly statements: readonly RawBuilder<unknown>[] };

/** What the service does for a command besides its pure part in `domain/commands`; `'none'` where that is all. */
export type Effects<N extends CommandName> = {
  /** Why rows that the command does not name forbid it, null where none does. Reads only. */
  readonly guard: 'none' | ((tx: Tx, sent: Sent, args: CommandArgs<N>) => Promise<Rejection | null>);
  /** What else becomes durable in the same transaction: posts to queue, versions of rules. */
  readonly completes: 'none' | ((tx: Tx, sent: Sent, args: CommandArgs<N>, changed: Changed) => Promise<Completed>);
};

/** The effects of every command. The areas that they belong to are above this layer, so the process brings them together. */
export type CommandEffects = { readonly [N in CommandName]: Effects<N> };

declare module '../kit/http/handle.ts' {
  interface Services {
    readonly effects: CommandEffects;
  }
}
