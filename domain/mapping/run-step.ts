import type { MapValueRow } from '#contract/rows/rows.ts';
import { unmapped } from '../commands/value/map.ts';
import { isPersons } from '../commands/value/value-change.ts';

/** The fields of a mapping row that a run writes and that undoing it restores. */
export type MappedPart = Pick<MapValueRow, 'mappedId' | 'how' | 'suggestedId' | 'certainty' | 'ignored' | 'by' | 'at'>;

export const mappedPart = ({ mappedId, how, suggestedId, certainty, ignored, by, at }: MapValueRow): MappedPart => ({
  mappedId,
  how,
  suggestedId,
  certainty,
  ignored,
  by,
  at,
});

/** Whether an automatic run may map the row: no one has mapped it, ignored it, or unmapped it manually. */
export const isOpen = (value: MapValueRow): boolean => value.mappedId === null && !value.ignored && !isPersons(value);

/** An open row after an automatic run, if its best suggestion is certain enough. Otherwise the same row. */
export function autoMapped(
  value: MapValueRow,
  best: { readonly id: string; readonly certainty: number } | undefined,
  leastCertainty: number,
  how: 'auto' | 'ai',
  at: string,
): MapValueRow {
  if (!isOpen(value) || !best || best.certainty < leastCertainty) return value;
  return { ...value, suggestedId: best.id, certainty: best.certainty, mappedId: best.id, how, by: null, at };
}

/**
 * A row with what the matcher suggests now. With `autoMap`, an open row is mapped if the suggestion is certain enough. An earlier automatic
 * mapping follows another suggestion that is certain enough, and otherwise stays. Mappings by people and the AI, and rows that were set
 * aside, stay. The same row if nothing changes.
 */
export function recomputed(
  value: MapValueRow,
  best: { readonly id: string; readonly certainty: number } | undefined,
  leastCertainty: number,
  { autoMap, at }: { readonly autoMap: boolean; readonly at: string },
): MapValueRow {
  if (value.mappedId !== null) {
    const isCertain = best !== undefined && best.certainty >= leastCertainty && best.id !== value.mappedId;
    if (value.how !== 'auto' || !isCertain) return value;
    return { ...value, suggestedId: best.id, certainty: best.certainty, mappedId: best.id, by: null, at };
  }
  if (value.ignored) return value;
  const suggested = { ...value, suggestedId: best?.id ?? null, certainty: best?.certainty ?? null };
  const mapped = autoMap ? autoMapped(suggested, best, leastCertainty, 'auto', at) : suggested;
  const { suggestedId, certainty, mappedId } = mapped;
  const isSame = suggestedId === value.suggestedId && certainty === value.certainty && mappedId === value.mappedId;
  return isSame ? value : mapped;
}

/** A row without the mapping of an automatic run or the AI. A person's mapping stays. */
export const cleared = (value: MapValueRow, at: string): MapValueRow =>
  value.mappedId === null || isPersons(value) ? value : { ...unmapped(value, '', at), by: null };

/** A row after a person's bulk mapping. `extId` null removes the mapping. */
export function assigned(value: MapValueRow, extId: string | null, by: string, at: string): MapValueRow {
  if (extId === null) return value.mappedId === null ? value : unmapped(value, by, at);
  if (value.mappedId === extId && value.how === 'person') return value;
  const certainty = extId === value.suggestedId || extId === value.mappedId ? value.certainty : null;
  return { ...value, mappedId: extId, how: 'person', certainty, ignored: false, by, at };
}

/** Whether a person changed the row after a run left it as `after`. */
export const isTouchedSince = (value: MapValueRow, after: MappedPart): boolean =>
  (isPersons(value) || value.ignored !== after.ignored) && !isAsLeft(value, after);

const isAsLeft = (value: MapValueRow, after: MappedPart): boolean =>
  (['mappedId', 'how', 'by', 'at', 'ignored'] as const).every((field) => value[field] === after[field]);

/** The row before a run. The same row if a person changed it since. */
export const takenBack = (value: MapValueRow, before: MappedPart, after: MappedPart): MapValueRow =>
  isTouchedSince(value, after) ? value : { ...value, ...before };
