import type { ChangeArea, ChangeHeading, ChangeMessage } from '#contract/commands/change-messages.ts';
import type { CommandArgs, CommandName, CommandResult, RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { CollectionName, MapKind, RowOf } from '#contract/rows/rows.ts';
import type { ComparedField, RowNames } from './wording.ts';

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
export type Drift = 'overwrite' | 'conflict' | 'changed';

/** A change by wire name, not yet queued or sent. */
export type Change = { [N in CommandName]: { readonly name: N; readonly args: CommandArgs<N> } }[CommandName];

/**
 * A row as it was before a change wrote it: the fields that the change gave another value; all fields where the row is changed as a
 * whole (`VersionedName`). `created`: there was no row.
 */
export type Before = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly created?: true;
};

/** A value of the ATS that a mapping chooses; it must be in the customer's own list of that target and kind [D1.2]. */
export type Choice = { readonly targetId: number | null; readonly kind: MapKind; readonly extId: string };

/** Collections whose rows people create and change as a whole, each save counted. */
export type VersionedName = 'rule' | 'substitutionTarget' | 'substitutionRule' | 'goldenJob';

/**
 * Arguments that name a row which a device may have created: its id and its UUID. `creates`: the command makes the row where there
 * is none; `restores`: it also brings a removed one back under its own id.
 */
export type RowRef<A> = {
  readonly collection: VersionedName;
  readonly id: keyof A & string;
  readonly ref: keyof A & string;
  readonly does: 'names' | 'creates' | 'restores';
};

/** The screen that shows what a change is about. */
export type ShownOn = 'staging' | 'mapping' | 'sources' | 'rules' | 'deletedRules' | 'substitutions';

/**
 * A change that a person can make to replicated rows, run on the device at once and on the service for real: everything that is
 * pure about it. Its arguments are in the contract under the same wire name; what else the service does is in its `CommandEffects`.
 * `apply` sets or clears, never toggles; the same arguments twice leave the same rows.
 */
export type Command<N extends CommandName, F extends string = string> = {
  readonly name: N;
  readonly area: ChangeArea;
  /** The heading under which a list groups such changes. */
  readonly heading: ChangeHeading;
  /** The sentence that says what the change does. */
  readonly describe: (args: CommandArgs<N>, names: RowNames) => ChangeMessage;
  readonly shownOn: ShownOn;
  /** Every right it takes; `rows` serves the touched rows, as the kind of a mapped text decides the right. */
  readonly needs: (args: CommandArgs<N>, rows: RowReader) => readonly RightName[];
  /** The sentence for a missing right; `'standard'` names the right. */
  readonly forbidden: 'standard' | ((missing: RightName) => string);
  /** Rows among its arguments that a device may have created, the row that it creates first. */
  readonly refs: readonly RowRef<CommandArgs<N>>[];
  /** Rows it may write: locked on the service; a later change of one of them depends on this one. */
  readonly touches: (args: CommandArgs<N>) => readonly RowKey[];
  /** Rows it only looks at, named once the touched rows are known (a job's mapping rows, its target). */
  readonly reads: (args: CommandArgs<N>, rows: RowReader) => readonly RowKey[];
  /** The value of the ATS's lists that it chooses, null where it clears a mapping. */
  readonly chooses: 'nothing' | ((args: CommandArgs<N>, rows: RowReader) => Choice | null);
  /** Fields whose pre-values travel with the change, per touched row [S5]; `seenValue` reads them, also single bits. */
  readonly compares: (args: CommandArgs<N>) => readonly F[];
  /** How each compared field is labeled and read in a conflict. */
  readonly compared: Readonly<Record<F, ComparedField>>;
  /** What it means that a compared field is not what the sender saw; `overwrite` also where it is what the sender wants anyway. */
  readonly onDrift: 'overwrite' | ((args: CommandArgs<N>, key: RowKey, field: string, now: RowReader) => Drift);
  /** The side that a conflict offers first: decisions are the sender's, facts are the newer ones. */
  readonly conflictDefault: 'mine' | 'theirs';
  /** What job history calls its changes. */
  readonly history: 'manual' | 'mapping' | 'posting';
  readonly apply: (rows: RowReader, args: CommandArgs<N>, context: CommandContext) => Result<Applied, CommandRefusal>;
  /**
   * The changes that restore the rows as they were before, in their order; none where nothing changed. `'none'`: it cannot be undone.
   * Undo is offered exactly where this is a function.
   */
  readonly inverse: 'none' | ((args: CommandArgs<N>, before: readonly Before[]) => readonly Change[]);
  /** Whether it writes nothing but rows that exist, so that others may share its transaction (decision 0018). */
  readonly sharesTransaction: boolean;
  /** What happens where it was decided more than a day ago, or may have been carried out before: some effects leave Jobdock. */
  readonly whenStale: 'send' | 'confirm';
  /** The argument that a person may correct in the outbox after a refusal. */
  readonly corrects: 'value' | 'none';
};

/** A command under its wire name; each compared field must have its label. */
export const command = <N extends CommandName, const F extends string>(
  name: N,
  spec: Omit<Command<N, F>, 'name'>,
): Command<N> => ({ name, ...spec });
