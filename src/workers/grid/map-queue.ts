import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapKeyOf, sharedKey } from '#domain/job-list/map-keys.ts';
import { type MapEffect, type MapTab, tabOf } from '#domain/mapping/table/map-rows.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import type { Condition } from '#domain/query/condition.ts';
import { openJobs, openPostedJobs } from './job-columns.ts';
import type { JobGrid } from './job-grid.ts';
import type { SyncMark } from './news/sync-marks.ts';

/** Orders of the queue: by open jobs, or by how little there is to decide. */
export const queueOrders = ['most jobs', 'easiest'] as const;
export type QueueOrder = (typeof queueOrders)[number];

export type MapQueueQuestion = {
  readonly kind: MapKind;
  readonly targetId: number;
  readonly tab: MapTab;
  /** A source and the sources that it groups; null for all. */
  readonly sourceIds: readonly number[] | null;
  readonly typed: string;
  readonly order: QueueOrder;
  readonly limit: number;
};

/** The head of the queue, and the size of each tab (for this kind and target, whatever is typed). */
export type MapQueue = {
  readonly items: readonly MapQueueItem[];
  readonly found: number;
  readonly sizes: Readonly<Record<MapTab, number>>;
};

/** One distinct vendor text with its mapping and the jobs it affects. */
export type MapQueueItem = MapEffect & {
  readonly value: MapValueRow;
  readonly mappedName: string | null;
  readonly suggestedName: string | null;
  readonly sync: SyncMark | null;
  /** The same text and place from other sources, on the same tab. */
  readonly twins: readonly number[];
};

/**
 * The distinct texts of one kind: those with the most open jobs first, or those with the highest certainty first. Ties by the other
 * one, then by text.
 */
export function mapQueue(grid: JobGrid, question: MapQueueQuestion): MapQueue {
  const { kind, targetId, tab, sourceIds, typed, order, limit } = question;
  const effectOf = effectsBy(grid, kind);
  const wanted = typed.trim().toLowerCase();
  const sizes = { review: 0, suggested: 0, mapped: 0, ignored: 0 };
  const found: Pick<MapQueueItem, 'value' | keyof MapEffect>[] = [];
  const alike = new Map<string, number[]>();
  for (const value of grid.lookup.values.values()) {
    if (value.kind !== kind || value.targetId !== targetId) continue;
    const own = tabOf(value);
    if (own === tab) alike.set(valueKey(value), [...(alike.get(valueKey(value)) ?? []), value.id]);
    if (sourceIds !== null && !sourceIds.includes(value.sourceId)) continue;
    sizes[own]++;
    if (own !== tab || (wanted !== '' && !value.text.toLowerCase().includes(wanted))) continue;
    found.push({ value, ...effectOf(value.id) });
  }
  found.sort((a, b) => comparedBy[order](a, b) || a.value.text.localeCompare(b.value.text));
  const name = (id: string | null) => (id === null ? null : (grid.lookup.ats(kind, id, targetId)?.name ?? id));
  const items = found.slice(0, limit).map(({ value, ...effect }) => ({
    value,
    ...effect,
    mappedName: name(value.mappedId),
    suggestedName: name(value.suggestedId),
    sync: grid.markOfValue(value.id),
    twins: (alike.get(valueKey(value)) ?? []).filter((id) => id !== value.id),
  }));
  return { items, found: found.length, sizes };
}

/** How many texts of each kind a person has to review for the target. */
export function reviewSizes(grid: JobGrid, targetId: number): Record<MapKind, number> {
  const sizes = { facility: 0, degree: 0, specialty: 0, shift: 0 };
  for (const value of grid.lookup.values.values()) {
    if (value.targetId === targetId && tabOf(value) === 'review') sizes[value.kind]++;
  }
  return sizes;
}

/** How many texts of the target people have decided: mapped by hand, or ignored. */
export function decidedTexts(grid: JobGrid, targetId: number): number {
  let decided = 0;
  for (const value of grid.lookup.values.values()) {
    if (value.targetId === targetId && (value.ignored || value.how === 'person')) decided++;
  }
  return decided;
}

type Ranked = Pick<MapQueueItem, 'value' | 'openJobs'>;

const byJobs = (a: Ranked, b: Ranked): number => b.openJobs - a.openJobs;
const byCertainty = (a: Ranked, b: Ranked): number => (b.value.certainty ?? -1) - (a.value.certainty ?? -1);
const comparedBy: Record<QueueOrder, (a: Ranked, b: Ranked) => number> = {
  'most jobs': (a, b) => byJobs(a, b) || byCertainty(a, b),
  easiest: (a, b) => byCertainty(a, b) || byJobs(a, b),
};

/** The jobs that each text of a kind affects, by the text's id. */
export function effectsBy(grid: JobGrid, kind: MapKind): (valueId: number) => MapEffect {
  const open = countsBy(grid, kind, openJobs);
  const posted = countsBy(grid, kind, openPostedJobs);
  const keyOf = (valueId: number) => sharedKey(grid.lookup.carried(valueId));
  return (valueId) => ({ openJobs: open.get(keyOf(valueId)) ?? 0, postedJobs: posted.get(keyOf(valueId)) ?? 0 });
}

function countsBy(grid: JobGrid, kind: MapKind, of: Condition): ReadonlyMap<string, number> {
  const facets = grid.engine.facets(mapKeyOf(kind), { of, limit: Number.MAX_SAFE_INTEGER });
  return new Map(facets.flatMap(({ value, count }) => (typeof value === 'string' ? [[value, count] as const] : [])));
}
