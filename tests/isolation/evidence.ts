import type { Cell, Read, Value } from './model.ts';

/** Answer to a change that a device got. Null: it never got one, so the change may or may not have taken effect. */
type Answer = { readonly outcome: 'applied'; readonly rev: number } | { readonly outcome: 'rejected'; readonly code: string };

/** A change as a device sent it. `seen` is the value that the device showed. Its value is used once in the whole run. */
export type SentChange = {
  readonly customer: number;
  readonly lane: string;
  readonly seq: number;
  readonly cell: Cell;
  readonly seen: Value;
  readonly value: Value;
  readonly began: number;
  ended: number | null;
  answer: Answer | null;
};

/** A page of a pull: jobs that changed after `since`, from a snapshot at revision `head`. */
export type Page = {
  readonly customer: number;
  readonly lane: string;
  readonly began: number;
  readonly ended: number;
  readonly since: number;
  readonly upto: number;
  readonly head: number;
  readonly lastSeq: number;
  readonly jobs: readonly { readonly id: number; readonly rev: number; readonly values: readonly Read[] }[];
};

/** Reads without a revision: a list call. */
export type ListRead = {
  readonly customer: number;
  readonly lane: string;
  readonly began: number;
  readonly ended: number;
  readonly values: readonly Read[];
};

type Place = { readonly customer: number; readonly lane: string; readonly seq: number };

/** What the database holds after the run. `xid` names the database transaction that wrote the line. */
export type Stored = {
  readonly results: readonly (Place & {
    readonly xid: string;
    /** Null: the change was refused. */
    readonly rev: number | null;
    /** Current values that a refusal for conflict names. */
    readonly conflicting: readonly Read[];
  })[];
  readonly audit: readonly (Place & { readonly xid: string; readonly rev: number | null })[];
  /** Lines of job history in order of their ids. */
  readonly history: readonly {
    readonly customer: number;
    readonly cell: Cell;
    readonly before: Value;
    readonly after: Value;
    readonly xid: string;
    readonly byPerson: boolean;
  }[];
  readonly lanes: readonly { readonly customer: number; readonly lane: string; readonly last: number }[];
  readonly heads: ReadonlyMap<number, number>;
  /** All cells at the end, read in one snapshot. */
  readonly final: readonly Read[];
};

export type Evidence = {
  readonly initial: ReadonlyMap<Cell, Value>;
  readonly sent: readonly SentChange[];
  readonly pages: readonly Page[];
  readonly lists: readonly ListRead[];
  /** Answers that no rule of the protocol allows, in words. */
  readonly surprises: readonly string[];
  readonly stored: Stored;
};

export const laneKey = ({ customer, lane }: { readonly customer: number; readonly lane: string }): string =>
  `${customer}/${lane}`;
export const changeKey = (place: Place): string => `${laneKey(place)}/${place.seq}`;
/** A lane's id without the zeros that fill it up. */
export const laneWords = (lane: string): string => lane.replace(/-0*$/, '');
export const changeWords = ({ lane, seq }: Pick<Place, 'lane' | 'seq'>): string => `change ${seq} of ${laneWords(lane)}`;

export function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
