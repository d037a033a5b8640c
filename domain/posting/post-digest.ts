import type { JobRow } from '#contract/rows/jobs.ts';

/** What a target receives of a job. A person who posts has looked at these; a change of one asks for a new look [S5]. */
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
 * Short fingerprint of the post-relevant fields, equal on device and service (FNV-1a, 32 bits, over JSON). It detects
 * change, not tampering: who may post may also post the changed job.
 */
export function postDigest(job: JobRow): string {
  const text = JSON.stringify(postRelevant.map((field) => job[field] ?? null));
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
