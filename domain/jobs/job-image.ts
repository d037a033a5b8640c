import type { JobRow } from '#contract/rows/jobs.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { changesBetween, type FieldChange } from './changes.ts';

/** Values of some fields of a job. Fields that are lists by key (`ruled`, `locks`, `extra`) count key by key: `extra.floor`; null means absent. */
type JobImage = Readonly<Record<string, unknown>>;

/** What a run left of a job, beside what was there before: only the values that differ. */
export type JobImages = { readonly before: JobImage; readonly after: JobImage };

const keyed = ['ruled', 'locks', 'extra'] as const;
type Keyed = (typeof keyed)[number];
/** When the vendor changed the job. They go back with the other values, but are never the reason to keep a job. */
const moments: ReadonlySet<string> = new Set(['changedAt', 'rateChangedAt', 'canceledAt']);

const isKeyed = (field: string): field is Keyed => (keyed as readonly string[]).includes(field);

/** A job with one value per key of its lists. */
function flat(job: JobRow): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(job)) if (!isKeyed(field)) values[field] = value ?? null;
  for (const field of keyed) for (const [key, value] of Object.entries(job[field])) values[`${field}.${key}`] = value;
  return values;
}

/** The values in which two states of a job differ; null if there are none. */
export function imagesOf(before: JobRow, after: JobRow): JobImages | null {
  const [was, is] = [flat(before), flat(after)];
  const differing = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => !sameJson(was[key] ?? null, is[key] ?? null),
  );
  if (differing.length === 0) return null;
  const pick = (values: Record<string, unknown>) => Object.fromEntries(differing.map((key) => [key, values[key] ?? null]));
  return { before: pick(was), after: pick(is) };
}

/**
 * The job as it was before a run. The same object if somebody has changed one of the run's values since: then the job keeps all of
 * them. Of the flags, only those that the run moved count.
 */
export function takenBack(job: JobRow, { before, after }: JobImages): JobRow {
  const now = flat(job);
  const bits = flagBits(before, after);
  const isMoved = Object.keys(after).some((key) => {
    if (moments.has(key)) return false;
    if (key === 'chgMap') return ((job.chgMap ^ Number(after[key])) & bits) !== 0;
    return !sameJson(now[key] ?? null, after[key] ?? null);
  });
  if (isMoved) return job;
  const row: Record<string, unknown> = { ...job, ruled: { ...job.ruled }, locks: { ...job.locks }, extra: { ...job.extra } };
  for (const [key, value] of Object.entries(before))
    put(row, key, key === 'chgMap' ? (job.chgMap & ~bits) | (Number(value) & bits) : value);
  return row as JobRow;
}

/** The flags in which two images differ. */
const flagBits = (before: JobImage, after: JobImage): number => Number(before['chgMap'] ?? 0) ^ Number(after['chgMap'] ?? 0);

function put(row: Record<string, unknown>, key: string, value: unknown): void {
  const dot = key.indexOf('.');
  if (dot < 0) {
    row[key] = value;
    return;
  }
  const list = row[key.slice(0, dot)] as Record<string, unknown>;
  if (value === null) delete list[key.slice(dot + 1)];
  else list[key.slice(dot + 1)] = value;
}

/** The changes as people read them: fields, values of the catalogue, and flags by their names. */
export function changesIn(job: JobRow, { before, after }: JobImages): readonly FieldChange[] {
  const [was, is] = [withImage(job, before), withImage(job, after)];
  const extras = Object.keys(after).flatMap((key) => {
    if (!key.startsWith('extra.')) return [];
    return [{ field: key.slice('extra.'.length), before: before[key] ?? null, after: after[key] ?? null }];
  });
  return [...changesBetween(was, { ...is, extra: was.extra }), ...extras];
}

function withImage(job: JobRow, image: JobImage): JobRow {
  const row: Record<string, unknown> = { ...job, ruled: { ...job.ruled }, locks: { ...job.locks }, extra: { ...job.extra } };
  for (const [key, value] of Object.entries(image)) put(row, key, value);
  return row as JobRow;
}
