import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { textMatches } from '../../query/text-matches.ts';
import { autoAcceptCertainty } from '../text/value-key.ts';

/** Tabs of the inbox: to review; suggestions certain enough to accept together; mapped; ignored. */
export type MapTab = 'review' | 'suggested' | 'mapped' | 'ignored';

/** The jobs that a changed mapping affects: open ones, and those of them that are posted to the ATS. */
export type MapEffect = { readonly openJobs: number; readonly postedJobs: number };

/** Which texts a table lists: all, those with or without a mapping, those mapped automatically, or one tab of the inbox. */
export const mapStates = ['all', 'mapped', 'unmapped', 'automatic', 'suggested', 'ignored'] as const;
export type MapState = (typeof mapStates)[number];

/** One distinct vendor text of a table, with its mapped or suggested ATS value. */
export type MapRow = MapEffect & {
  readonly id: number;
  readonly text: string;
  readonly within: string | null;
  readonly place: string;
  readonly sourceId: number;
  readonly source: string;
  readonly bucket: MapTab;
  readonly mapName: string | null;
  /** For a specialty: the degree that it belongs to in the ATS. */
  readonly mapParent: string | null;
  readonly mapAddress: string | null;
  readonly mapCity: string | null;
  readonly mapState: string | null;
  readonly mapZip: string | null;
  readonly externalId: string | null;
  readonly certainty: number | null;
  readonly value: MapValueRow;
};

/** How many texts of a source are mapped, and how many open jobs wait for the unmapped ones. */
export type MapTally = {
  readonly sourceId: number;
  readonly mapped: number;
  readonly unmapped: number;
  readonly waitingJobs: number;
};

/** What the rows of a table depend on beside their texts. */
type RowGround = {
  readonly sources: ReadonlyMap<number, string>;
  readonly ats: (kind: MapKind, id: string) => AtsValueRow | undefined;
  readonly effect: MapEffect;
};

/** Which texts a table lists: `sourceIds` and `within` are null for any; `typed` is read as `textMatches` does. */
type TableFilter = {
  readonly state: MapState;
  readonly sourceIds: readonly number[] | null;
  readonly typed: string;
  readonly within: string | null;
};

/** The tab that a text belongs to. */
export function tabOf(value: MapValueRow): MapTab {
  if (value.ignored) return 'ignored';
  if (value.mappedId !== null) return 'mapped';
  return value.suggestedId !== null && (value.certainty ?? 0) >= autoAcceptCertainty ? 'suggested' : 'review';
}

/** The test of a text for a table. */
export function fitsTable({ state, sourceIds, typed, within }: TableFilter): (value: MapValueRow) => boolean {
  const fits = textMatches(typed);
  const degree = within?.toLowerCase() ?? null;
  return (value) =>
    inState(value, state) &&
    (sourceIds === null || sourceIds.includes(value.sourceId)) &&
    fits(value.text) &&
    (degree === null || value.within?.toLowerCase() === degree);
}

function inState(value: MapValueRow, state: MapState): boolean {
  if (state === 'all') return true;
  if (state === 'mapped') return value.mappedId !== null;
  if (state === 'unmapped') return value.mappedId === null && !value.ignored;
  if (state === 'automatic') return value.mappedId !== null && value.how !== 'person';
  return tabOf(value) === state;
}

/** A text as a row of its table. `sources` has the names of sources. */
export function mapRow(value: MapValueRow, { sources, ats: atsOf, effect }: RowGround): MapRow {
  const { kind, mappedId, suggestedId } = value;
  const externalId = mappedId ?? suggestedId;
  const ats = externalId === null ? undefined : atsOf(kind, externalId);
  return {
    id: value.id,
    text: value.text,
    within: value.within,
    place: [value.address, value.city, value.state, value.zip].filter(Boolean).join(', '),
    sourceId: value.sourceId,
    source: sources.get(value.sourceId) ?? String(value.sourceId),
    bucket: tabOf(value),
    mapName: ats?.name ?? externalId,
    mapParent: parentOf(atsOf, ats),
    mapAddress: ats?.address ?? null,
    mapCity: ats?.city ?? null,
    mapState: ats?.state ?? null,
    mapZip: ats?.zip ?? null,
    externalId,
    certainty: value.certainty,
    ...effect,
    value,
  };
}

function parentOf(atsOf: RowGround['ats'], ats: AtsValueRow | undefined): string | null {
  if (!ats || ats.parentId === null) return null;
  return atsOf('degree', ats.parentId)?.name ?? ats.parentId;
}

/** Tallies texts by source: mapped, unmapped, and open jobs that wait. */
export function mapTallies(values: Iterable<MapValueRow>, openJobsOf: (valueId: number) => number): MapTally[] {
  const tallies = new Map<number, MapTally>();
  for (const value of values) {
    const { sourceId } = value;
    const { mapped, unmapped, waitingJobs } = tallies.get(sourceId) ?? { mapped: 0, unmapped: 0, waitingJobs: 0 };
    const waits = value.mappedId === null && !value.ignored;
    tallies.set(sourceId, {
      sourceId,
      mapped: mapped + (value.mappedId === null ? 0 : 1),
      unmapped: unmapped + (waits ? 1 : 0),
      waitingJobs: waitingJobs + (waits ? openJobsOf(value.id) : 0),
    });
  }
  return [...tallies.values()];
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** The order of a table by one of its columns; ties by text. */
export function mapRowOrder<R extends MapRow>(sort: keyof R, descending: boolean): (a: R, b: R) => number {
  const way = descending ? -1 : 1;
  return (a, b) => way * compare(a[sort] as Sortable, b[sort] as Sortable) || collator.compare(a.text, b.text) || a.id - b.id;
}

type Sortable = string | number | boolean | null;

/** Nulls sort last in ascending order. */
function compare(a: Sortable, b: Sortable): number {
  const blanks = Number(a === null) - Number(b === null);
  if (blanks !== 0 || a === null || b === null) return blanks;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(`${a}`, `${b}`);
}
