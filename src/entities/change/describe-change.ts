import { type ChangeArea, type ChangeMessage, changeHeadings, changeMessages } from '#contract/commands/change-messages.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import type { ShownOn } from '#domain/commands/kit/command.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import type { EnqueueRefusal } from '#src/outbox/enqueue.ts';
import type { ItemRefusal } from '#src/outbox/items.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';

/** A queued change as a sentence, and the address that shows what it changes. */
export type ChangeText = { readonly message: string; readonly to: string | null };

type Named = Pick<OutboxEntry, 'name' | 'args'>;

const screens: Readonly<Record<ShownOn, string>> = {
  staging: '/staging',
  mapping: '/mapfacility',
  sources: '/sources',
  tasks: '/tasks',
  rules: '/custrules',
  deletedRules: '/custrules/showdeleted',
  substitutions: '/degreemap',
  fieldAliases: '/fieldAliases',
  statuses: '/expandedStatus',
  rateFloor: '/rateFloor',
  assignments: '/assignments',
  fieldMapping: '/atsFieldMapping',
  flexMapping: '/atsFieldMapping?tab=flex',
  tickets: '/issues',
  submissions: '/submissions',
  packages: '/subPackages',
  submissionMapping: '/submissionmapping',
  submissionDocuments: '/submissionmappingdoc',
  submissionTargets: '/submissiontargets',
  dashboard: '/dashboard',
  dataset: '/aidataset',
  labels: '/labelConfig',
};

/** Describes an entry. A change of a newer app version, unknown here, is named by its wire name. */
export function describeChange({ name, args }: Named, names: RowNames): ChangeText {
  const command = commandNamed(name);
  if (!command) return { message: `Change “${name}” from another version`, to: null };
  // The command's own schema checked the arguments when the entry was queued.
  const known = args as never;
  const [first, ...others] = command.touches(known);
  const isOneJob = first?.collection === 'job' && others.length === 0;
  const screen = screens[command.shownOn];
  return { message: textOf(command.describe(known, names)), to: isOneJob ? `${screen}?open=job:${first.id}` : screen };
}

/** The single rows that the sentence of an entry names, as `collection/id`. */
export function namedIn({ name, args }: Named): readonly string[] {
  const named: string[] = [];
  const recorder: RowNames = {
    of(collection, [id, ...others]) {
      if (id !== undefined && others.length === 0) named.push(`${collection}/${id}`);
      return '';
    },
    field: () => '',
  };
  commandNamed(name)?.describe(args as never, recorder);
  return named;
}

/** The key determines both the sentence and its placeholders, but TypeScript cannot track that through a union. */
const textOf = ([key, places]: ChangeMessage): string => changeMessages[key](places as never);

/** The kind of a change in a word or two, as a heading in lists. */
export function headingOf(name: string): string {
  const command = commandNamed(name);
  return command ? changeHeadings[command.heading] : 'Other changes';
}

/** The area that a change belongs to. `other` is for changes of another app version. */
export type Area = ChangeArea | 'other';
export const areaOf = (name: string): Area => commandNamed(name)?.area ?? 'other';

/** Why a change waits for the user. */
export function reasonMessage({ code, message }: ParkReason): string {
  if (message !== '') return message;
  const messages: Record<ParkReason['code'], string> = {
    invalid: 'The service could not read this change.',
    forbidden: 'You don’t have permission for this.',
    not_found: 'This no longer exists.',
    gone: 'This was deleted by someone else.',
    conflict: 'Someone else changed the same field.',
    dependency: 'An earlier change that this one depends on failed.',
    not_offered: 'This isn’t possible for the job in its current state.',
    not_postable: 'This job can’t be posted in its current state.',
    expired: 'This was queued for more than 24 hours and needs your confirmation.',
    changed: 'The job has changed. Please confirm this change.',
    unknown_command: 'The service doesn’t recognize this change.',
    crashed: 'This change failed on this device. Nothing was sent.',
    too_large: 'This change is too large to send.',
    lost: 'It’s unclear whether this change arrived.',
    failed: 'The service could not make this change. Nothing was changed.',
    confirm: 'This needs your confirmation before it is sent.',
  };
  return messages[code];
}

/** Why a change was not undone. */
export function undoRefusal(refusal: EnqueueRefusal | ItemRefusal): string {
  if (refusal.kind === 'refused') return refusal.message;
  if (refusal.kind === 'not_undoable') return 'This change cannot be undone.';
  return 'This change was already sent. Refresh and try again.';
}
