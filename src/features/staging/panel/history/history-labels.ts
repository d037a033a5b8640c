import type { FieldNames } from '#domain/job-list/field-names.ts';
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
export function historyLine({ field, before, after }: Told, names: FieldNames): string {
  const flag = flagLabels[field];
  if (flag) return after === true ? flag[0] : flag[1];
  if (field.startsWith('post.')) return `Post: ${postText[String(after)] ?? String(after)}`;
  if (field.endsWith('Manual')) {
    const of = ofLock(field, names);
    return after === true ? `${of} locked manually` : `${of} unlocked`;
  }
  return `${labelOf(field, names)}: ${value(before)} → ${value(after)}`;
}

const ownLabels: Record<string, string> = {
  acceptedRate: 'Accepted below the floor',
  skipRuleId: 'Canceled by rule',
};

/** What a field of the history is called. */
export function labelOf(field: string, names: FieldNames): string {
  if (field.startsWith('post.')) return 'Post';
  if (field.endsWith('Manual')) return `${ofLock(field, names)} locked manually`;
  const kind = /^(facility|degree|specialty|shift)Map$/.exec(field)?.[1];
  if (kind !== undefined) return `${names.of(kind)} override`;
  return ofField(field, names);
}

/** The field that a flag such as `durationManual` locks. */
const ofLock = (flag: string, names: FieldNames): string =>
  ofField(flag === 'durationManual' ? 'durationDays' : flag.replace(/Manual$/, ''), names);

/** The label of a field, or the words of its key if no list shows it. */
function ofField(field: string, names: FieldNames): string {
  const label = names.of(field, ownLabels[field] ?? fieldLabel(field));
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
