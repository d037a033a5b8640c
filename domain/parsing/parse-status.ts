import type { JobRow } from '#contract/rows/jobs.ts';
import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type JobStatus = JobRow['status'];
export type ParsedStatus = { readonly kind: 'status'; readonly status: JobStatus } | Absent | Refused;

// The order matters: "Filled - Closed" is filled, and "Not open" and "Reopened" must not match a plain "open".
const STATUSES: readonly (readonly [JobStatus, RegExp])[] = [
  ['Filled', /\bfilled\b|\bplaced\b|\bawarded\b/],
  ['Cancelled', /\bcancel(?:l?ed|lation)?\b|\bvoid(?:ed)?\b|\bwithdrawn\b|\bdeleted\b/],
  ['On Hold', /\b(?:on ?)?hold\b|\bheld\b|\bsuspended\b|\bhalted\b|\bpaused\b|\bpending\b|\bplaceholder\b/],
  ['Closed', /\bclosed?\b|\bexpired?\b|\binactive\b|\bcompleted?\b|\bnot open\b|\bunavailable\b|\bended\b/],
  [
    'Open',
    /\b(?:re-?)?open(?:ed)?\b|\bactive\b|\bnew\b|\bposted\b|\bpublished\b|\bavailable\b|\bsubmitted\b|\baccepting\b|\breleased\b|\bupdated?\b|\bunfilled\b/,
  ],
];

/** A vendor's status text as it is shown and kept. */
export const tidyStatus = (text: string): string => tidy(text, 100);

/** The same for texts of a status that differ in case and spaces only. */
export const statusKey = (text: string): string => tidyStatus(text).toLowerCase();

/** Parses a vendor's status to one of the five. An order with submissions is still open. */
export function parseStatus(text: string, field = 'status'): ParsedStatus {
  const line = tidy(text, 100).toLowerCase().replaceAll('_', ' ');
  if (saysNothing(line)) return absent;
  const found = STATUSES.find(([, pattern]) => pattern.test(line));
  if (found) return { kind: 'status', status: found[0] };
  return refuse(
    field,
    text,
    'This status is unknown.',
    'Use Open, Filled, On Hold, Closed or Cancelled, or map the status text.',
  );
}
