import { bitLabels, comparedLabels } from '#contract/commands/change-messages.ts';
import type { FieldConflict } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { LabelRow } from '#contract/rows/label.ts';
import type { CollectionName, MapKind, MapValueRow, RowOf } from '#contract/rows/rows.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import { baseValue } from '#domain/commands/kit/base-values.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';

export type Side = 'mine' | 'theirs';

/** What one change sets in one row. Its fields belong together, so the user decides them at once. */
export type ConflictLine = {
  readonly key: string;
  readonly entry: OutboxEntry;
  readonly collection: CollectionName;
  readonly id: number;
  readonly fields: readonly FieldConflict[];
};

/** Pinned jobs that a rule change affects. The sender accepts that or discards the change, and chooses no value. */
export const pinsMovedBy = (entry: OutboxEntry): number[] =>
  (entry.parked?.conflicts ?? []).flatMap(({ collection, id }) => (collection === 'goldenJob' ? [id] : []));

export const isConflict = (entry: OutboxEntry) => (entry.parked?.conflicts.length ?? 0) > 0 && pinsMovedBy(entry).length === 0;

/** All open conflicts of the rows in this change, so that two changed fields of a job are decided in one place. */
export function linesOf(entry: OutboxEntry, parked: readonly OutboxEntry[]): ConflictLine[] {
  const about = new Set(entry.parked?.conflicts.map(rowOf));
  const [others, own] = [parked.filter((other) => other.entry !== entry.entry && isConflict(other)), [entry]];
  const beside = others.filter((other) => other.parked?.conflicts.every((conflict) => about.has(rowOf(conflict))) === true);
  return [...own, ...beside].flatMap((one) => {
    const conflicts = one.parked?.conflicts ?? [];
    return [...new Set(conflicts.map(rowOf))].flatMap((row): ConflictLine[] => {
      const fields = conflicts.filter((conflict) => rowOf(conflict) === row);
      const [first] = fields;
      return first
        ? [{ key: `${one.entry} ${row}`, entry: one, collection: first.collection as CollectionName, id: first.id, fields }]
        : [];
    });
  });
}

const rowOf = ({ collection, id }: FieldConflict) => `${collection}/${id}`;

/** Other changes with the same conflict in other rows. */
export function similarTo(entry: OutboxEntry, lines: readonly ConflictLine[], parked: readonly OutboxEntry[]): OutboxEntry[] {
  const here = new Set(lines.map((line) => line.entry.entry));
  const field = entry.parked?.conflicts[0]?.field;
  return parked.filter(
    (other) =>
      isConflict(other) && !here.has(other.entry) && other.name === entry.name && other.parked?.conflicts[0]?.field === field,
  );
}

/** The default side; theirs for a command of another version. */
export const offeredSide = (entry: OutboxEntry): Side => commandNamed(entry.name)?.conflictDefault ?? 'theirs';

export type Resolution = { readonly kind: 'retry' | 'discard' } | { readonly kind: 'edit'; readonly args: unknown };

/** What to do with a change of which only some rows are kept as mine. */
export function resolutionOf(entry: OutboxEntry, lines: readonly ConflictLine[], mine: ReadonlySet<string>): Resolution {
  const own = lines.filter((line) => line.entry.entry === entry.entry);
  const kept = own.filter(({ key }) => mine.has(key));
  if (kept.length === 0) return { kind: 'discard' };
  if (kept.length === own.length) return { kind: 'retry' };
  return { kind: 'edit', args: { ...(entry.args as object), ids: kept.map(({ id }) => id) } };
}

/** The service's current value, as this device knows it. It can have changed since the change was refused. */
export function theirsNow(conflict: FieldConflict, row: Row | undefined): Pick<FieldConflict, 'now' | 'by' | 'at'> {
  if (!row) return conflict;
  const collection = conflict.collection as CollectionName;
  const now = baseValue(collection, row as unknown as RowOf<CollectionName>, conflict.field);
  if (JSON.stringify(now) === JSON.stringify(conflict.now)) return conflict;
  if (collection === 'mapValue' || collection === 'label') {
    const { by, at } = row as unknown as MapValueRow | LabelRow;
    return { now, by, at };
  }
  const lock = collection === 'job' ? (row as unknown as JobRow).locks[conflict.field] : undefined;
  return { now, by: lock?.by ?? null, at: lock?.at ?? null };
}

/** Fields of a job that someone else set after this change was made and that it does not touch. Both changes apply. */
export function mergedFields(job: JobRow, entry: OutboxEntry, lines: readonly ConflictLine[], names: FieldNames): string[] {
  const contested = new Set(lines.flatMap(({ fields }) => fields.map(({ field }) => field)));
  return Object.entries(job.locks)
    .filter(([field, lock]) => !contested.has(field) && lock.at > entry.createdAt && lock.by !== entry.actor)
    .map(([field]) => names.of(field));
}

/** The mapping kind of a compared field; null if the field is no ATS id. */
export function kindOf(conflict: FieldConflict, row: Row | undefined): MapKind | null {
  if (conflict.collection === 'mapValue')
    return conflict.field === 'mappedId' || conflict.field === 'suggestedId'
      ? ((row as unknown as MapValueRow | undefined)?.kind ?? null)
      : null;
  return mapKinds.find((kind) => mapFields[kind].own === conflict.field) ?? null;
}

/** Marks the words of a text that the other text lacks. Numbers and dates differ as a whole. */
export function differences(text: string, other: string): { readonly words: string; readonly differs: boolean }[] {
  const there = new Set(other.toLowerCase().split(/\s+/));
  const parts: { words: string; differs: boolean }[] = [];
  for (const word of text.split(/\s+/)) {
    const differs = !there.has(word.toLowerCase());
    const last = parts.at(-1);
    if (last?.differs === differs) last.words += ` ${word}`;
    else parts.push({ words: word, differs });
  }
  return parts;
}

/** Label of a bit of the change map; null if the field is no bit. */
export function bitLabel(command: string, field: string, value: unknown): string | null {
  const bit = comparedBy(command, field)?.bit;
  return bit ? bitLabels[bit][value === true ? 0 : 1] : null;
}

/** Label of a field that a command compares. */
export function fieldName(command: string, field: string, names: FieldNames): string {
  const compared = comparedBy(command, field);
  if (!compared) return names.of(field);
  return 'label' in compared ? comparedLabels[compared.label] : names.of(compared.jobField);
}

const comparedBy = (command: string, field: string) => commandNamed(command)?.compared[field];
