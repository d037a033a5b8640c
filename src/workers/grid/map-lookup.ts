import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import type { MapLookupRow } from '#domain/job-list/job-columns.ts';
import { mapKeyOf, ownKey, sharedKey } from '#domain/job-list/map-keys.ts';
import { ownMapping, sharedMapping } from '#domain/job-list/mapping-row.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Condition } from '#domain/query/condition.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import type { SyncMark } from './news/sync-marks.ts';

/** A value of the ATS by kind and id, and the target whose lists have it; without one, the first target. */
export type AtsNamed = readonly [kind: MapKind, id: string, targetId?: number];

export type LookupEntry = readonly [key: string, row: MapLookupRow];

/**
 * What each vendor text and each override is mapped to, with names. Kept outside the grid's columns, so that a changed mapping
 * changes one row here, however many jobs carry its text. Jobs carry the texts of the customer's first target; for a target that maps for
 * itself their twins count.
 */
export class MapLookup {
  readonly #ats = new Map<string, AtsValueRow>();
  readonly #values = new Map<number, MapValueRow>();
  /** The text that jobs carry, by its twin. */
  readonly #homeOf = new Map<number, number>();
  #targets: readonly TargetRow[] = [];
  #homeId: number | null = null;
  /** The target whose mappings the columns show; null for the first one. */
  #seenAt: number | null = null;
  /** The same, if it maps for itself beside the first one. */
  #apart: number | null = null;
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
    for (const row of rows) this.#ats.set(`${row.targetId}/${row.kind}/${row.extId}`, row);
  }

  setValues(rows: readonly MapValueRow[]): void {
    this.#values.clear();
    this.#homeOf.clear();
    for (const row of rows) this.#hold(row);
  }

  #hold(row: MapValueRow): void {
    this.#values.set(row.id, row);
    for (const twin of Object.values(row.twins ?? {})) this.#homeOf.set(twin, row.id);
  }

  /** The customer's targets. Returns whether the columns show other mappings now. */
  setTargets(targets: readonly TargetRow[]): boolean {
    this.#targets = targets;
    return this.seeAt(this.#seenAt);
  }

  /** Shows mappings as they are for a target; null for the first one. Returns whether the columns show other mappings now. */
  seeAt(targetId: number | null): boolean {
    const before = [this.#homeId, this.#apart];
    const target = this.#targets.find(({ id }) => id === targetId);
    this.#seenAt = targetId;
    this.#homeId = homeTarget(this.#targets)?.id ?? null;
    this.#apart = target?.mapsItself === true && target.id !== this.#homeId ? target.id : null;
    return before[0] !== this.#homeId || before[1] !== this.#apart;
  }

  /** The text that jobs carry: the one of the first target. */
  carried(id: number): number {
    return this.#homeOf.get(id) ?? id;
  }

  setMarks(marks: ReadonlyMap<number, SyncMark>): void {
    this.#marks = marks;
  }

  get values(): ReadonlyMap<number, MapValueRow> {
    return this.#values;
  }

  /** The value of a target's lists: of the first target unless said otherwise. Without one, of any that lists it. */
  ats(kind: MapKind, id: string, targetId: number | null = this.#homeId): AtsValueRow | undefined {
    const own = targetId === null ? undefined : this.#ats.get(`${targetId}/${kind}/${id}`);
    if (own || targetId !== null) return own;
    return this.#targets.map((target) => this.#ats.get(`${target.id}/${kind}/${id}`)).find((value) => value !== undefined);
  }

  /** The jobs with one of these vendor texts. */
  jobsWith(valueIds: readonly number[]): Condition {
    const of = valueIds.flatMap((id): Condition[] => {
      const value = this.#values.get(id);
      return value ? [{ kind: 'equals', column: mapKeyOf(value.kind), text: sharedKey(this.carried(id)) }] : [];
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
    const carried = [...this.#values.values()].filter((value) => value.kind === kind && !this.#homeOf.has(value.id));
    const shared = carried.map((value) => this.#shared(value));
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
      if (row) this.#hold(row);
      else this.#values.delete(id);
      const carried = this.#values.get(this.carried(id));
      if (kind) patches[kind].push(carried ? this.#shared(carried) : [sharedKey(this.carried(id)), null]);
    }
    return patches;
  }

  /** The current lookup rows of vendor texts, used to patch changed marks. */
  again(ids: readonly number[]): ReturnType<MapLookup['put']> {
    return this.put(ids.map((id) => [id, this.#values.get(id) ?? null] as const));
  }

  #shared(carried: MapValueRow): LookupEntry {
    const value = this.#apart === null ? carried : this.#values.get(carried.twins?.[this.#apart] ?? 0);
    if (!value) return [sharedKey(carried.id), unmapped];
    const mapping = sharedMapping(value, this.#namesOf(value.kind, value.targetId), this.#marks.get(value.id) ?? null);
    return [sharedKey(carried.id), mapping];
  }

  /** An override has an ID of the first target, so it says nothing for one that maps for itself. */
  #override(kind: MapKind, id: string): LookupEntry {
    const seen = this.#apart ?? this.#homeId;
    const counts = this.#targets.find((target) => target.id === seen)?.mapsItself !== true;
    return [ownKey(id), counts ? ownMapping(id, this.#namesOf(kind, this.#homeId)) : unmapped];
  }

  #namesOf(kind: MapKind, targetId: number | null): (id: string) => string {
    return (id) => this.ats(kind, id, targetId)?.name ?? id;
  }
}

/** A text that has no twin yet, or an override that does not count. */
const unmapped: MapLookupRow = {
  Name: null,
  MapId: null,
  Certainty: null,
  How: null,
  Suggestion: null,
  SuggestedId: null,
  Sync: null,
  Ignored: false,
};

/** Kinds whose lookup tables have patches. */
export const kindsIn = (patches: Readonly<Record<MapKind, readonly unknown[]>>): MapKind[] =>
  mapKinds.filter((kind) => patches[kind].length > 0);
