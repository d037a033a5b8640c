import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import type { MappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import type { FieldChanges, SentValues } from './sent-values.ts';
import type { WriteFailure } from './written.ts';

/**
 * A job ready to be posted, with the ATS values that its texts are mapped to. `reference` identifies it in the ATS permanently.
 */
export type JobOrder = {
  readonly reference: string;
  readonly job: JobRow;
  readonly mapped: Readonly<Record<MapKind, AtsValueRow | null>>;
  /** The target's order type for the job's source, if somebody chose one. */
  readonly orderType?: string;
};

/** A job order with what the target's field mapping makes of it; nothing for a kind of target without one. */
export type SentOrder = JobOrder & { readonly fields: MappedFields };

/** When an `unknown` post is looked up: seconds after the call, then after each lookup that did not find it [S8.2]. */
export const lookupSeconds: readonly number[] = [30, 120, 300, 900];

/**
 * The result of a call to post. `refused`: definite, nothing was created, `words` is the target's message. `later`: nothing was
 * sent, so a retry is safe. `unknown`: the job order may have been created.
 */
export type PostAnswer = { readonly kind: 'done'; readonly externalId: string; readonly words: string | null } | WriteFailure;

/** The result of a call to update. `refused` is definite. After `later` and `unknown` the same update may be repeated. */
export type UpdateAnswer = { readonly kind: 'done' } | WriteFailure;

/**
 * The result of a lookup by reference. `unknown`: the target did not answer, so nothing is proven. `unclear`: it answered, but its
 * answers cannot prove it, so a person must look there. `absent` is also the answer of a target that cannot be asked and has native
 * idempotency: to send the same reference again is its look-up.
 */
export type FindAnswer =
  | { readonly kind: 'found'; readonly externalId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' | 'unclear'; readonly words: string };

/**
 * What a target shows of one job order. `found`: its values under the field names of `values()`, lists as texts of ids; a field that
 * the target does not show is left out. `open`: whether it is still worked on there; null if the target does not say. `absent`: the
 * target itself says that it is gone. `unknown`: the target did not answer. `unclear`: it cannot be asked, or its answer proves nothing.
 */
export type ReadAnswer =
  | ({ readonly kind: 'found'; readonly values: SentValues; readonly open: boolean | null } & LastChange)
  | ({ readonly kind: 'absent' } & LastChange)
  | { readonly kind: 'unknown'; readonly words: string }
  | { readonly kind: 'unclear'; readonly words: string };

/** When a job order was last changed (UTC ISO) and by whom, where the target says so with its values. */
type LastChange = { readonly changedAt?: string; readonly changedBy?: string };

/** The job orders that a target names as changed, and how far its list was read. */
export type ChangedThere = { readonly externalIds: readonly string[]; readonly since: string };

export type CheckAnswer = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly words: string };

/** One value of the ATS's lists, as read from the ATS. */
export type ListedValue = Omit<AtsValueRow, 'id' | 'targetId' | 'active'>;

/** One kind of ATS. Every method returns within its deadline and never throws because of the target. */
export type TargetAdapter = {
  /**
   * Whether posting the same reference twice creates only one job order. If not, a person decides about a post with an unknown
   * result.
   */
  readonly nativeIdempotency: boolean;
  post(order: SentOrder): Promise<PostAnswer>;
  /** The values of a job order that follow its job, without the agency's own fields and what people change in the target. */
  values(order: SentOrder): SentValues;
  /** The fields that close a job order, besides those of the field mapping; once the job is over, only they are sent. */
  readonly closing: readonly string[];
  /**
   * Writes changed values to an existing job order. Repeating it has no further effect. `all` are all its values, for a target that
   * only accepts a whole job order.
   */
  update(externalId: string, changes: FieldChanges, all: SentValues): Promise<UpdateAnswer>;
  /** Reads by id or field, never through the target's search index, which lags behind. */
  find(reference: string): Promise<FindAnswer>;
  /** Reads one job order by its id in the target. `fields`: the names to read, since some targets refuse to show all fields. */
  read(externalId: string, fields: readonly string[]): Promise<ReadAnswer>;
  /**
   * Reads the target's own list of changed job orders from where it was read to (`since`; null at first). `name` is ours for the list,
   * the same each time. Absent for a target without one; null if it could not be read, and then nothing was used up.
   */
  readonly changes?: (name: string, since: string | null) => Promise<ChangedThere | null>;
  /** Tries the connection. `sent`: the fields that job orders get, for a target that can say which of them it lacks. */
  check(sent: readonly string[]): Promise<CheckAnswer>;
  /** The fields of its job orders. Null if they could not be read. */
  fields(): Promise<AtsField[] | null>;
  /** The lists that the target's API can filter by the time of a change: only for these, `list` takes `since`. Absent: none. */
  readonly byChanges?: readonly MapKind[];
  /**
   * All values of one list; with `since` (a UTC ISO instant) at least those that were added or changed after it. Null if it could not be
   * read; the stored list then stays as it was.
   */
  list(kind: MapKind, since?: string): Promise<ListedValue[] | null>;
};
