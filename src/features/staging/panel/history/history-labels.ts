import { fieldLabel } from '#domain/job-list/job-fields.ts';
import { blank } from '#src/ui/format/format.ts';

/** The fields of a history line that its text needs. */
export type Told = { readonly field: string; readonly before?: unknown; readonly after?: unknown };

const flagLabels: Record<string, readonly [on: string, off: string]> = {
  onHold: ['Put on hold', 'Released from hold'],
  hidden: ['Hidden', 'Unhidden'],
  manuallyCancelled: ['Canceled manually', 'Reopened'],
  submission: ['Submitted', 'Submission withdrawn'],
  filled: ['Filled', 'No longer filled'],
  rateByRule: ['Rate set by a rule', 'Rate no longer set by a rule'],
  rateFromNote: ['Rate read from the note', 'Rate no longer from the note'],
};

const postText: Record<string, string> = {
  wanted: 'queued',
  sending: 'sending',
  unknown: 'checking the ATS',
  human: 'waiting for a decision',
  done: 'posted',
  failed: 'rejected by the ATS',
  dryRun: 'checked in a dry run',
};

/** Describes a change in one sentence: "Bill rate: 71 → 74". */
export function historyLine({ field, before, after }: Told): string {
  const flag = flagLabels[field];
  if (flag) return after === true ? flag[0] : flag[1];
  if (field.startsWith('post.')) return `Post: ${postText[String(after)] ?? String(after)}`;
  if (field.endsWith('Manual')) {
    const of = words(field.replace(/Manual$/, ''));
    return after === true ? `${of} locked manually` : `${of} unlocked`;
  }
  return `${labelOf(field)}: ${value(before)} → ${value(after)}`;
}

const ownMaps: Record<string, string> = {
  acceptedRate: 'Accepted below the floor',
  facilityMap: 'Facility override',
  degreeMap: 'Degree override',
  specialtyMap: 'Specialty override',
  shiftMap: 'Shift override',
  skipRuleId: 'Canceled by rule',
};

/** What a field of the history is called. */
export function labelOf(field: string): string {
  if (field.startsWith('post.')) return 'Post';
  if (field.endsWith('Manual')) return `${words(field.replace(/Manual$/, ''))} locked manually`;
  const label = ownMaps[field] ?? fieldLabel(field);
  return label === field ? words(field) : label;
}

/** `minBillRate` as `Min bill rate`. */
const words = (field: string): string => {
  const spaced = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** A value of a field of the history as text, also where it is a flag or the state of a post. */
export function valueText(field: string, of: unknown): string {
  if (field.startsWith('post.') && typeof of === 'string') return postText[of] ?? of;
  if (typeof of === 'boolean') return of ? 'Yes' : 'No';
  return value(of);
}

function value(of: unknown): string {
  if (of === null || of === undefined || of === '') return blank;
  if (typeof of === 'string') return of.length > 80 ? `${of.slice(0, 79)}…` : of;
  return typeof of === 'number' || typeof of === 'boolean' ? String(of) : JSON.stringify(of);
}
