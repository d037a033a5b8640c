import { FeedField } from '#contract/collecting/column-mapping.ts';
import type { MailRow, MailState } from '#contract/collecting/mails.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { feedFieldLabel } from '#src/entities/collect/feed-fields.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** The documented names of what an update came from, by number. */
export const causes: Readonly<Record<MailRow['processing'], string>> = {
  0: 'Email Update',
  1: 'Scheduled Update',
  2: 'Single Job Update',
  3: 'All Open Jobs',
};

/** The documented states, by number. */
export const statuses: Readonly<Record<MailRow['status'], { readonly words: string; readonly tone: BadgeTone }>> = {
  1: { words: 'Processed', tone: 'good' },
  2: { words: 'Failed', tone: 'bad' },
  3: { words: 'Pending', tone: 'pending' },
};

/** What a state means beside its documented name; empty where the name says it all. */
export const stateNotes: Readonly<Record<MailState, string>> = {
  waiting: 'Waits to be read',
  held: 'Sender not confirmed',
  read: '',
  unread: 'No parser took it',
  failed: '',
  ignored: 'Not read',
};

/** The name of a field that an email fills. */
export function labelOf(field: string, names: FieldNames): string {
  const known = FeedField.safeParse(field);
  return known.success ? feedFieldLabel(known.data, names) : names.of(field);
}

/** A value of a job as text: of a work type its label. */
export function valueText(field: string, value: string | number | boolean | null, names: FieldNames): string {
  if (field === 'workType' && typeof value === 'number') return names.workType(value);
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

type Effect = { readonly added: number; readonly changed: number; readonly same: number; readonly cancelled: number };

/** What reading an email now would do, as a sentence. */
export function effectOf({ added, changed, same, cancelled }: Effect): string {
  const parts = [
    added > 0 && `adds ${counted(added, 'job')}`,
    changed > 0 && `changes ${counted(changed, 'job')}`,
    same > 0 && `leaves ${counted(same, 'job')} as ${same === 1 ? 'it is' : 'they are'}`,
    cancelled > 0 && `cancels ${counted(cancelled, 'job')} that it does not list`,
  ].filter((part) => part !== false);
  const [last = 'changes no job', ...before] = parts.reverse();
  return `Read now, the email ${[before.reverse().join(', '), last].filter(Boolean).join(' and ')}. Nothing is saved by this look.`;
}

/** The address of the grid with jobs of a source, by the ids of the vendor. */
export const jobsOf = (source: string, ids: readonly string[]): string =>
  jobsPath(`source:=${quoted(source)} job:=${ids.map(quoted).join(',')}`);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
