import type { RawBuilder } from 'kysely';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Rejection, Sent } from './decide.ts';

/** What a command changes: the rows it writes, and the same rows before the change. */
export type Changed = { readonly writes: readonly RowWrite[]; readonly before: RowReader };

/** What is committed with a command: its rows, possibly with more columns set, and statements of the same revision. */
export type Completed = { readonly writes: readonly RowWrite[]; readonly statements: readonly RawBuilder<unknown>[] };

/** What the service does for a command in addition to its pure function in `domain/commands`. `'none'`: nothing. */
export type Effects<N extends CommandName> = {
  /** Returns why other rows, which the command does not name, forbid it, or null. It only reads. */
  readonly guard: 'none' | ((tx: Tx, sent: Sent, args: CommandArgs<N>) => Promise<Rejection | null>);
  /** Adds what must be stored in the same transaction: posts to queue, versions of rules. */
  readonly completes: 'none' | ((tx: Tx, sent: Sent, args: CommandArgs<N>, changed: Changed) => Promise<Completed>);
};

/** The effects of every command. They belong to areas above this layer, so the main program passes them in. */
export type CommandEffects = { readonly [N in CommandName]: Effects<N> };

declare module '../kit/http/handle.ts' {
  interface Services {
    readonly effects: CommandEffects;
  }
}
