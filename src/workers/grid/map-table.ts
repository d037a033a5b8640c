import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { textMatches } from '#domain/query/text-matches.ts';
import type { JobGrid } from './job-grid.ts';
import { effectsBy, type MapEffect, type MapTab, tabOf } from './map-queue.ts';
import type { SyncMark } from './news/sync-marks.ts';

/** Which texts a table lists: all, those with or without a mapping, those mapped automatically, or one tab of the inbox. */
export const mapStates = ['all', 'mapped', 'unmapped', 'automatic', 'suggested', 'ignored'] as const;
type MapState = (typeof mapStates)[number];

export type MapTableQuestion = {
  readonly kind: MapKind;
  readonly targetId: number;
  readonly state: MapState;
  /** A source and the sources that it groups; null for all. */
  readonly sourceIds: readonly number[] | null;
  /** Search words. A `*` at the start or end matches anything; without one, the words may occur anywhere in the text. */
  readonly typed: string;
  /** The vendor's degree text that came with a specialty; null for any. */
  readonly within: string | null;
  readonly sort: MapSort;
  readonly descending: boolean;
  readonly page: number;
  readonly size: number;
};

/** One distinct vendor text of a table, with its mapped or suggested ATS value. */
export type MapTableRow = MapEffect & {
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
  readonly sync: SyncMark | null;
  readonly value: MapValueRow;
};

/** The columns that a table can be sorted by. */
export type MapSort = Exclude<keyof MapTableRow, 'value'>;

export type MapTable = { readonly rows: readonly MapTableRow[]; readonly found: number; readonly total: number };

/** How many texts of a source are mapped, and how many open jobs wait for the unmapped ones. */
export type MapTally = {
  readonly sourceId: number;
  readonly mapped: number;
  readonly unmapped: number;
  readonly waitingJobs: number;
};

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** One page of the distinct texts that match the question, in its order; ties by text. */
export function mapTable(grid: JobGrid, question: MapTableQuestion, sources: ReadonlyMap<number, string>): MapTable {
  const { state, sourceIds, within, sort, descending, page, size } = question;
  const effectOf = effectsBy(grid, question.kind);
  const fits = textMatches(question.typed);
  const degree = within?.toLowerCase() ?? null;
  const rows: MapTableRow[] = [];
  let total = 0;
  for (const value of valuesOf(grid, question)) {
    total++;
    if (!inState(value, state) || (sourceIds !== null && !sourceIds.includes(value.sourceId))) continue;
    if (!fits(value.text) || (degree !== null && value.within?.toLowerCase() !== degree)) continue;
    rows.push(rowOf(grid, value, sources, effectOf(value.id)));
  }
  const way = descending ? -1 : 1;
  rows.sort((a, b) => way * compare(a[sort], b[sort]) || collator.compare(a.text, b.text) || a.id - b.id);
  return { rows: rows.slice((page - 1) * size, page * size), found: rows.length, total };
}

/** Tallies a kind's texts by source: mapped, unmapped, and open jobs that wait. */
export function mapTally(grid: JobGrid, question: Pick<MapTableQuestion, 'kind' | 'targetId'>): MapTally[] {
  const effectOf = effectsBy(grid, question.kind);
  const tallies = new Map<number, MapTally>();
  for (const value of valuesOf(grid, question)) {
    const { sourceId } = value;
    const { mapped, unmapped, waitingJobs } = tallies.get(sourceId) ?? { mapped: 0, unmapped: 0, waitingJobs: 0 };
    const waits = value.mappedId === null && !value.ignored;
    tallies.set(sourceId, {
      sourceId,
      mapped: mapped + (value.mappedId === null ? 0 : 1),
      unmapped: unmapped + (waits ? 1 : 0),
      waitingJobs: waitingJobs + (waits ? effectOf(value.id).openJobs : 0),
    });
  }
  return [...tallies.values()];
}

/** Texts with the name of their source, as people read them; null for a text that no longer exists. */
export function vendorTexts(grid: JobGrid, ids: readonly number[], sources: ReadonlyMap<number, string>): (string | null)[] {
  return ids.map((id) => {
    const value = grid.lookup.values.get(id);
    const source = value && sources.get(value.sourceId);
    return value ? `${value.text}${source === undefined ? '' : ` (${source})`}` : null;
  });
}

function* valuesOf(grid: JobGrid, { kind, targetId }: Pick<MapTableQuestion, 'kind' | 'targetId'>) {
  for (const value of grid.lookup.values.values()) if (value.kind === kind && value.targetId === targetId) yield value;
}

function inState(value: MapValueRow, state: MapState): boolean {
  if (state === 'all') return true;
  if (state === 'mapped') return value.mappedId !== null;
  if (state === 'unmapped') return value.mappedId === null && !value.ignored;
  if (state === 'automatic') return value.mappedId !== null && value.how !== 'person';
  return tabOf(value) === state;
}

function rowOf(grid: JobGrid, value: MapValueRow, sources: ReadonlyMap<number, string>, effect: MapEffect): MapTableRow {
  const { kind, mappedId, suggestedId } = value;
  const externalId = mappedId ?? suggestedId;
  const ats = externalId === null ? undefined : grid.lookup.ats(kind, externalId);
  return {
    id: value.id,
    text: value.text,
    within: value.within,
    place: [value.address, value.city, value.state, value.zip].filter(Boolean).join(', '),
    sourceId: value.sourceId,
    source: sources.get(value.sourceId) ?? String(value.sourceId),
    bucket: tabOf(value),
    mapName: ats?.name ?? externalId,
    mapParent: parentOf(grid, ats),
    mapAddress: ats?.address ?? null,
    mapCity: ats?.city ?? null,
    mapState: ats?.state ?? null,
    mapZip: ats?.zip ?? null,
    externalId,
    certainty: value.certainty,
    ...effect,
    sync: grid.markOfValue(value.id),
    value,
  };
}

function parentOf(grid: JobGrid, ats: AtsValueRow | undefined): string | null {
  if (!ats || ats.parentId === null) return null;
  return grid.lookup.ats('degree', ats.parentId)?.name ?? ats.parentId;
}

type Sortable = string | number | null;

/** Nulls sort last in ascending order. */
function compare(a: Sortable, b: Sortable): number {
  const blanks = Number(a === null) - Number(b === null);
  if (blanks !== 0 || a === null || b === null) return blanks;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(`${a}`, `${b}`);
}
