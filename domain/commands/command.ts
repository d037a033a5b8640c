import type { CommandArgs, CommandName, CommandResult, RefusalCode } from '#contract/commands.ts';
import type { Result } from '#contract/result.ts';
import type { RightName } from '#contract/rights.ts';
import type { CollectionName, RowOf } from '#contract/rows.ts';

/** Names one replicated row. */
export type RowKey = { readonly collection: CollectionName; readonly id: number };

/** The rows a command may look at: exactly those its `touches` and `reads` named, as they are now. */
export type RowReader = { get<C extends CollectionName>(collection: C, id: number): RowOf<C> | undefined };

/** A row as a command leaves it. Commands never delete. */
export type RowWrite = { [C in CollectionName]: { collection: C; row: RowOf<C> } }[CollectionName];

/** Who acts, and when: on the device the time of the click, on the service its own clock. */
export type CommandContext = { readonly by: string; readonly at: string };

/** Rows to write and what became of each named row. */
export type Applied = { readonly writes: readonly RowWrite[]; readonly result: CommandResult };

export type CommandRefusal = { readonly code: RefusalCode; readonly message: string };

/**
 * A change that a person can make to replicated rows, run on the device at once and on the service for real.
 * `apply` sets or clears, never toggles; the same arguments twice leave the same rows.
 */
export type Command<N extends CommandName> = {
  readonly name: N;
  readonly needs: (args: CommandArgs<N>) => RightName;
  /** Rows it may write: locked on the service; a later change of one of them depends on this one. */
  readonly touches: (args: CommandArgs<N>) => readonly RowKey[];
  /** Rows it only looks at, named once the touched rows are known (a job's mapping rows, its target). */
  readonly reads?: (args: CommandArgs<N>, rows: RowReader) => readonly RowKey[];
  /** Fields whose pre-values travel with the change, per touched row [S5]. */
  readonly compares: (args: CommandArgs<N>) => readonly string[];
  /**
   * What to do where a compared field is not what the sender saw [S5]: `mine` overwrites (a machine set it, or it is equal
   * to what is wanted), `conflict` asks a person. Absent: never a conflict, the change is idempotent per bit.
   */
  readonly onDrift?: (args: CommandArgs<N>, key: RowKey, field: string, now: RowReader) => 'mine' | 'conflict';
  readonly apply: (rows: RowReader, args: CommandArgs<N>, context: CommandContext) => Result<Applied, CommandRefusal>;
};
