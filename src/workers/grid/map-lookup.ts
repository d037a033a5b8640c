import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import type { MapLookupRow } from '#domain/job-list/job-columns.ts';
import { mapKeyOf, ownKey, sharedKey } from '#domain/job-list/map-keys.ts';
import { ownMapping, sharedMapping } from '#domain/job-list/mapping-row.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Condition } from '#domain/query/condition.ts';
import type { SyncMark } from './news/sync-marks.ts';

export type LookupEntry = readonly [key: string, row: MapLookupRow];

/**
 * What each vendor text and each override is mapped to, with names. Kept outside the grid's columns, so that a changed mapping
 * changes one row here, however many jobs carry its text.
 */
export class MapLookup {
  readonly #ats = new Map<string, AtsValueRow>();
  readonly #values = new Map<number, MapValueRow>();
  readonly #overrides: Record<MapKind, Set<string>> = {
    facility: new Set(),
    degree: new Set(),
    specialty: new Set(),
    shift: new Set(),
  };
  #marks: ReadonlyMap<number, SyncMark> = new Map();

  setAts(rows: readonly AtsValueRow[]): void {
    this.#ats.clear();
    this.putAts(rows);
  }

  putAts(rows: readonly AtsValueRow[]): void {
    for (const row of rows) this.#ats.set(`${row.kind}/${row.extId}`, row);
  }

  setValues(rows: readonly MapValueRow[]): void {
    this.#values.clear();
    for (const row of rows) this.#values.set(row.id, row);
  }

  setMarks(marks: ReadonlyMap<number, SyncMark>): void {
    this.#marks = marks;
  }

  get values(): ReadonlyMap<number, MapValueRow> {
    return this.#values;
  }

  ats(kind: MapKind, id: string): AtsValueRow | undefined {
    return this.#ats.get(`${kind}/${id}`);
  }

  /** The jobs with one of these vendor texts. */
  jobsWith(valueIds: readonly number[]): Condition {
    const of = valueIds.flatMap((id): Condition[] => {
      const value = this.#values.get(id);
      return value ? [{ kind: 'equals', column: mapKeyOf(value.kind), text: sharedKey(id) }] : [];
    });
    return { kind: 'any', of };
  }

  /** Adds overrides that jobs carry. Returns the new ones as lookup rows to patch in. */
  addOverrides(kind: MapKind, ids: readonly string[]): LookupEntry[] {
    const known = this.#overrides[kind];
    const added = [...new Set(ids)].filter((id) => !known.has(id));
    for (const id of added) known.add(id);
    return added.map((id) => this.#override(kind, id));
  }

  /** All rows of a kind's lookup table. */
  all(kind: MapKind): LookupEntry[] {
    const shared = [...this.#values.values()].filter((value) => value.kind === kind).map((value) => this.#shared(value));
    return [...shared, ...[...this.#overrides[kind]].map((id) => this.#override(kind, id))];
  }

  /** Applies changed vendor texts (null: removed) and returns the lookup rows to patch, by kind. */
  put(
    changes: readonly (readonly [id: number, row: MapValueRow | null])[],
  ): Record<MapKind, (readonly [string, MapLookupRow | null])[]> {
    const patches: Record<MapKind, (readonly [string, MapLookupRow | null])[]> = {
      facility: [],
      degree: [],
      specialty: [],
      shift: [],
    };
    for (const [id, row] of changes) {
      const kind = row?.kind ?? this.#values.get(id)?.kind;
      if (row) this.#values.set(id, row);
      else this.#values.delete(id);
      if (kind) patches[kind].push(row ? this.#shared(row) : [sharedKey(id), null]);
    }
    return patches;
  }

  /** The current lookup rows of vendor texts, used to patch changed marks. */
  again(ids: readonly number[]): ReturnType<MapLookup['put']> {
    return this.put(ids.map((id) => [id, this.#values.get(id) ?? null] as const));
  }

  #shared(value: MapValueRow): LookupEntry {
    return [sharedKey(value.id), sharedMapping(value, this.#namesOf(value.kind), this.#marks.get(value.id) ?? null)];
  }

  #override(kind: MapKind, id: string): LookupEntry {
    return [ownKey(id), ownMapping(id, this.#namesOf(kind))];
  }

  #namesOf(kind: MapKind): (id: string) => string {
    return (id) => this.ats(kind, id)?.name ?? id;
  }
}

/** Kinds whose lookup tables have patches. */
export const kindsIn = (patches: Readonly<Record<MapKind, readonly unknown[]>>): MapKind[] =>
  mapKinds.filter((kind) => patches[kind].length > 0);
