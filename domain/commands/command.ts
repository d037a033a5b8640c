import type { CommandArgs, CommandName, CommandResult, RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';

/** Names one replicated row. */
export type RowKey = { readonly collection: CollectionName; readonly id: number };

/** The rows a command may look at: exactly those its `touches` and `reads` named, as they are now. */
export type RowReader = { get<C extends CollectionName>(collection: C, id: number): RowOf<C> | undefined };

/** A row as a command leaves it. Commands never delete: what is to go is marked `purged`, and the service leaves a tombstone. */
export type RowWrite = { [C in CollectionName]: { collection: C; row: RowOf<C> } }[CollectionName];

/**
 * Who acts, and when: on the device the time of the click, on the service its own clock. `patternProblem` says what is wrong with
 * a pattern; the service has the engine of patterns at hand, a device's outbox leaves the question to it and to the form.
 */
export type CommandContext = {
  readonly by: string;
  readonly at: string;
  readonly patternProblem?: (pattern: string) => string | undefined;
};

/** Rows to write and what became of each named row. */
export type Applied = { readonly writes: readonly RowWrite[]; readonly result: CommandResult };

/** `field` names the argument that is wrong, where it is one. */
export type CommandRefusal = { readonly code: RefusalCode; readonly message: string; readonly field?: string };

/** What a drifted field means [S5]: overwrite it, ask a person, or (posting) have the sender confirm first. */
export type Drift = 'mine' | 'conflict' | 'changed';

/**
 * A change that a person can make to replicated rows, run on the device at once and on the service for real.
 * `apply` sets or clears, never toggles; the same arguments twice leave the same rows.
 */
export type Command<N extends CommandName> = {
  readonly name: N;
  /** Every right it takes; `rows` serves the touched rows, as the kind of a mapped text decides the right. */
  readonly needs: (args: CommandArgs<N>, rows: RowReader) => readonly RightName[];
  /** What is said where a right is missing; the right's name where this says nothing. */
  readonly forbidden?: (missing: RightName) => string | undefined;
  /** Rows it may write: locked on the service; a later change of one of them depends on this one. */
  readonly touches: (args: CommandArgs<N>) => readonly RowKey[];
  /** Rows it only looks at, named once the touched rows are known (a job's mapping rows, its target). */
  readonly reads?: (args: CommandArgs<N>, rows: RowReader) => readonly RowKey[];
  /** Fields whose pre-values travel with the change, per touched row [S5]; `seenValue` reads them, also single bits. */
  readonly compares: (args: CommandArgs<N>) => readonly string[];
  /**
   * What it means that a compared field is not what the sender saw; `mine` also where it is what the sender wants anyway.
   * Absent: always `mine`.
   */
  readonly onDrift?: (args: CommandArgs<N>, key: RowKey, field: string, now: RowReader) => Drift;
  /** What history calls its changes; `manual` when absent. */
  readonly how?: 'mapping' | 'posting';
  readonly apply: (rows: RowReader, args: CommandArgs<N>, context: CommandContext) => Result<Applied, CommandRefusal>;
};
