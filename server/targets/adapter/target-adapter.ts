import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import type { FieldChanges, SentValues } from './sent-values.ts';

/** A job ready to be posted, with the ATS values that its texts are mapped to. `reference` names it in the ATS for ever. */
export type JobOrder = {
  readonly reference: string;
  readonly job: JobRow;
  readonly mapped: Readonly<Record<MapKind, AtsValueRow | null>>;
};

/** When an `unknown` post is looked up, in seconds after each failed look-up [S8.2]. */
export const lookupSeconds: readonly number[] = [30, 120, 300, 900];

/**
 * What a call to post came to. `refused` is definite: nothing was made, `words` are the target's own. `later`: nothing was
 * sent, so trying again is safe. `unknown`: it may have been made.
 */
export type PostAnswer =
  | { readonly kind: 'done'; readonly externalId: string; readonly words: string | null }
  | { readonly kind: 'refused' | 'later' | 'unknown'; readonly words: string };

/** What a call to update came to. `refused` is definite; after `later` and `unknown` the same update may be made again. */
export type UpdateAnswer = { readonly kind: 'done' } | { readonly kind: 'refused' | 'later' | 'unknown'; readonly words: string };

/** What a look-up of a reference found. `unknown`: the target did not answer, so nothing is proven. */
export type FindAnswer =
  | { readonly kind: 'found'; readonly externalId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly words: string };

export type CheckAnswer = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly words: string };

/** One value of the ATS's lists as it is read from there. */
export type ListedValue = Omit<AtsValueRow, 'id' | 'targetId' | 'active'>;

/** One kind of ATS. Every method answers within its deadline and never throws for what the target does. */
export type TargetAdapter = {
  /** Whether posting the same reference twice makes one job order there; otherwise a doubtful post ends with a person. */
  readonly nativeIdempotency: boolean;
  post(order: JobOrder): Promise<PostAnswer>;
  /** What of a job order follows its job; the agency's own fields and what people change in the target are not among it. */
  values(order: JobOrder): SentValues;
  /** Fields among them that say whether the job is over; they are all that is sent of one that is. */
  readonly closing: readonly string[];
  /** Writes changed values over a job order that stands there. The same again leaves the same. */
  update(externalId: string, changes: FieldChanges): Promise<UpdateAnswer>;
  /** Reads by id or field, never by the target's search index, which lags. */
  find(reference: string): Promise<FindAnswer>;
  check(): Promise<CheckAnswer>;
  /** All values of one list; a fault is thrown away as `null` and leaves the list as it was. */
  list(kind: MapKind): Promise<ListedValue[] | null>;
};
