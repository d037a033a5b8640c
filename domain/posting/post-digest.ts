import type { JobRow } from '#contract/rows/jobs.ts';

/** The fields of a job that a target receives. A person who posts has seen them; if one changes, they must confirm again [S5]. */
const postRelevant = [
  'title',
  'status',
  'workType',
  'positions',
  'facility',
  'degree',
  'specialty',
  'shift',
  'startDate',
  'endDate',
  'durationDays',
  'billRate',
  'guaranteedHours',
  'facilityMap',
  'degreeMap',
  'specialtyMap',
  'shiftMap',
] as const satisfies readonly (keyof JobRow)[];

/**
 * Short fingerprint of these fields, the same on device and service (FNV-1a, 32 bits, over JSON). It detects changes, not
 * manipulation: a person who may post may also post the changed job.
 */
export function postDigest(job: JobRow): string {
  const text = JSON.stringify(postRelevant.map((field) => job[field] ?? null));
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
