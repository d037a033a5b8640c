import type { ChangeArea, ChangeHeading, ChangeMessage } from '#contract/commands/change-messages.ts';
import type { CommandArgs, CommandName, CommandResult, RefusalCode } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { CollectionName, MapKind, RowOf } from '#contract/rows/rows.ts';
import type { ComparedField, RowNames } from './wording.ts';

/** The key of one replicated row. */
export type RowKey = { readonly collection: CollectionName; readonly id: number };

/** The rows that a command can read: exactly those that its `touches` and `reads` return, in their current state. */
export type RowReader = { get<C extends CollectionName>(collection: C, id: number): RowOf<C> | undefined };

/**
 * A row after a command. Commands never delete: a row to be deleted is marked `purged`, and the service replaces it by a
 * tombstone.
 */
export type RowWrite = { [C in CollectionName]: { collection: C; row: RowOf<C> } }[CollectionName];

/**
 * Who acts and when: on a device the time of the click, on the service its own clock. `patternProblem` returns what is wrong with
 * a regular expression. The service has the regex engine; a device's outbox has not and leaves the check to the form and the
 * service.
 */
export type CommandContext = {
  readonly by: string;
  readonly at: string;
  readonly patternProblem?: (pattern: string) => string | undefined;
};

/** Rows to write, and the result for each row. */
export type Applied = { readonly writes: readonly RowWrite[]; readonly result: CommandResult };

/** `field` is the argument that is wrong, if one is. */
export type CommandRefusal = { readonly code: RefusalCode; readonly message: string; readonly field?: string };

/**
 * What to do when a field has changed since the sender saw it [S5]: overwrite it, report a conflict, or (posting) ask the sender
 * to confirm.
 */
export type Drift = 'overwrite' | 'conflict' | 'changed';

/** A change by wire name, not yet queued or sent. */
export type Change = { [N in CommandName]: { readonly name: N; readonly args: CommandArgs<N> } }[CommandName];

/**
 * A row before a change: the fields that the change set to another value, or all fields if the whole row is replaced
 * (`VersionedName`). `created`: there was no row.
 */
export type Before = {
  readonly collection: CollectionName;
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly created?: true;
};

/** An ATS value that a mapping chooses. It must be in the customer's own list of that target and kind [D1.2]. */
export type Choice = { readonly targetId: number | null; readonly kind: MapKind; readonly extId: string };

/** Collections whose rows people create and replace as a whole; each save raises the version. */
export type VersionedName =
  | 'rule'
  | 'substitutionTarget'
  | 'substitutionRule'
  | 'goldenJob'
  | 'fieldAlias'
  | 'reportConfiguration'
  | 'jobNote'
  | 'customerStatus'
  | 'rateFloor'
  | 'assignmentRule'
  | 'fieldMapping'
  | 'flexMapping'
  | 'ticket'
  | 'ticketComment'
  | 'submission'
  | 'label'
  | 'submissionPackage'
  | 'submissionPair'
  | 'submissionDocumentStep'
  | 'submissionDictionaryStep';

/**
 * The arguments that identify a row which a device may have created: its id and its UUID. `creates`: the command creates the row
 * if it does not exist. `restores`: it also restores a deleted row under its own id.
 */
export type RowRef<A> = {
  readonly collection: VersionedName;
  readonly id: keyof A & string;
  readonly ref: keyof A & string;
  readonly does: 'names' | 'creates' | 'restores';
};

/** The screen that shows the rows of a change. */
export type ShownOn =
  | 'staging'
  | 'mapping'
  | 'sources'
  | 'tasks'
  | 'rules'
  | 'deletedRules'
  | 'substitutions'
  | 'fieldAliases'
  | 'statuses'
  | 'rateFloor'
  | 'assignments'
  | 'fieldMapping'
  | 'flexMapping'
  | 'tickets'
  | 'submissions'
  | 'packages'
  | 'submissionMapping'
  | 'submissionDocuments'
  | 'submissionTargets'
  | 'dashboard'
  | 'dataset'
  | 'labels';

/**
 * A change that a person can make to replicated rows. It runs on the device at once and then on the service. This is its pure
 * part; its arguments are in the contract under the same wire name, and what else the service does is in its `CommandEffects`.
 * `apply` sets or clears and never toggles, so the same arguments twice leave the same rows.
 */
export type Command<N extends CommandName, F extends string = string> = {
  readonly name: N;
  readonly area: ChangeArea;
  /** The heading under which a list groups these changes. */
  readonly heading: ChangeHeading;
  /** The sentence that says what the change does. */
  readonly describe: (args: CommandArgs<N>, names: RowNames) => ChangeMessage;
  readonly shownOn: ShownOn;
  /** Every right that it needs. `rows` has the touched rows, because the kind of a mapped text decides the right. */
  readonly needs: (args: CommandArgs<N>, rows: RowReader) => readonly RightName[];
  /** The sentence for a missing right. `'standard'` names the right. */
  readonly forbidden: 'standard' | ((missing: RightName) => string);
  /** The arguments for rows that a device may have created. The row that the command creates comes first. */
  readonly refs: readonly RowRef<CommandArgs<N>>[];
  /** Rows that it may write. The service locks them; a later change of one of them depends on this one. */
  readonly touches: (args: CommandArgs<N>) => readonly RowKey[];
  /** Rows that it only reads (a job's mapping rows, its target). They may depend on the touched rows. */
  readonly reads: (args: CommandArgs<N>, rows: RowReader) => readonly RowKey[];
  /** Rows that it only reads and that are named by the rows of `reads`. */
  readonly readsNext?: (args: CommandArgs<N>, rows: RowReader) => readonly RowKey[];
  /** The ATS value that it chooses, null if it clears a mapping. */
  readonly chooses: 'nothing' | ((args: CommandArgs<N>, rows: RowReader) => Choice | null);
  /** Fields of each touched row whose pre-values are sent with the change [S5]. `baseValue` reads them, also single bits. */
  readonly compares: (args: CommandArgs<N>) => readonly F[];
  /** Also a row that the sender does not have is compared: each of its fields was null. */
  readonly comparesAbsent?: true;
  /** What it writes, where `compares` names more than that. A later change replaces an unsent one only if it writes the same. */
  readonly writes?: (args: CommandArgs<N>) => string;
  /** The label of each compared field and how a conflict shows its value. */
  readonly compared: Readonly<Record<F, ComparedField>>;
  /** What to do if a compared field differs from what the sender saw. Also `overwrite` if it already has the sender's value. */
  readonly onDrift: 'overwrite' | ((args: CommandArgs<N>, key: RowKey, field: string, now: RowReader) => Drift);
  /** The side that a conflict offers first: `mine` for decisions, `theirs` for facts, which are newer. */
  readonly conflictDefault: 'mine' | 'theirs';
  /** The kind of its changes in job history. */
  readonly history: 'manual' | 'mapping' | 'posting';
  readonly apply: (rows: RowReader, args: CommandArgs<N>, context: CommandContext) => Result<Applied, CommandRefusal>;
  /**
   * The changes that restore the rows, in order; empty if nothing changed. `'none'`: it cannot be undone, so undo is not offered.
   */
  readonly inverse: 'none' | ((args: CommandArgs<N>, before: readonly Before[]) => readonly Change[]);
  /** Whether it writes only rows that already exist, so that others may share its transaction (decision 0018). */
  readonly sharesTransaction: boolean;
  /**
   * What to do if it was made more than a day ago or may already have run: some effects leave Jobdock, so `confirm` asks first.
   */
  readonly whenStale: 'send' | 'confirm';
  /** The argument that a person may correct in the outbox after a refusal. */
  readonly corrects: 'value' | 'none';
};

/** Declares a command with its wire name. Each compared field must have a label. */
export const command = <N extends CommandName, const F extends string>(
  name: N,
  spec: Omit<Command<N, F>, 'name'>,
): Command<N> => ({ name, ...spec });
