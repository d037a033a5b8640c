import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import {
  fitsTable,
  type MapEffect,
  type MapRow,
  type MapState,
  type MapTally,
  mapRow,
  mapRowOrder,
  mapTallies,
} from '#domain/mapping/table/map-rows.ts';
import type { JobGrid } from './job-grid.ts';
import { effectsBy } from './map-queue.ts';
import type { SyncMark } from './news/sync-marks.ts';

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

/** One distinct vendor text of a table, with the mark of its unsent change. */
export type MapTableRow = MapRow & { readonly sync: SyncMark | null };

/** The columns that a table can be sorted by. */
export type MapSort = Exclude<keyof MapTableRow, 'value'>;

export type MapTable = { readonly rows: readonly MapTableRow[]; readonly found: number; readonly total: number };

/** One page of the distinct texts that match the question, in its order; ties by text. */
export function mapTable(grid: JobGrid, question: MapTableQuestion, sources: ReadonlyMap<number, string>): MapTable {
  const { sort, descending, page, size } = question;
  const effectOf = effectsBy(grid, question.kind);
  const fits = fitsTable(question);
  const rows: MapTableRow[] = [];
  let total = 0;
  for (const value of valuesOf(grid, question)) {
    total++;
    if (!fits(value)) continue;
    rows.push(rowOf(grid, value, sources, effectOf(value.id)));
  }
  rows.sort(mapRowOrder(sort, descending));
  return { rows: rows.slice((page - 1) * size, page * size), found: rows.length, total };
}

/** Tallies a kind's texts by source: mapped, unmapped, and open jobs that wait. */
export function mapTally(grid: JobGrid, question: Pick<MapTableQuestion, 'kind' | 'targetId'>): MapTally[] {
  const effectOf = effectsBy(grid, question.kind);
  return mapTallies(valuesOf(grid, question), (id) => effectOf(id).openJobs);
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

function rowOf(grid: JobGrid, value: MapValueRow, sources: ReadonlyMap<number, string>, effect: MapEffect): MapTableRow {
  return {
    ...mapRow(value, { sources, ats: (kind, id) => grid.lookup.ats(kind, id, value.targetId), effect }),
    sync: grid.markOfValue(value.id),
  };
}
